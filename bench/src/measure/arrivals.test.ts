import { describe, expect, it } from 'vitest';
import { createArrivals } from './arrivals.ts';

describe('createArrivals', () => {
  it('waits for everything that was sent', async () => {
    const arrivals = createArrivals();
    arrivals.sent('a');
    arrivals.sent('b');
    const taken = arrivals.take(10_000);
    arrivals.arrived('b');
    arrivals.arrived('a');
    const { ms, lost } = await taken;
    expect([ms.length, lost]).toEqual([2, 0]);
  });

  it('counts what did not arrive as lost, and nothing twice', async () => {
    const arrivals = createArrivals();
    arrivals.sent('a');
    arrivals.sent('b');
    arrivals.arrived('a');
    arrivals.arrived('a');
    const { ms, lost } = await arrivals.take(1);
    expect([ms.length, lost]).toEqual([1, 1]);
  });

  it('starts over after each take', async () => {
    const arrivals = createArrivals();
    arrivals.sent('a');
    arrivals.arrived('a');
    await arrivals.take(1);
    expect(await arrivals.take(1)).toEqual({ ms: [], lost: 0, failures: [] });
  });

  it('reports failed sends', async () => {
    const arrivals = createArrivals();
    arrivals.watch(Promise.reject(new Error('refused')));
    arrivals.watch(Promise.resolve());
    const { failures } = await arrivals.take(1);
    expect(failures).toEqual(['Error: refused']);
  });
});
