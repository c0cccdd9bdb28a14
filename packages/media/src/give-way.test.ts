import { describe, expect, it } from 'vitest';
import { createGiveWay } from './give-way.ts';

/** A machine of two cores whose other processes take a share of them, and the pauses that were made on it. */
function createMachine(share: number) {
  const pauses: number[] = [];
  let atMs = 0;
  let othersMs = 0;
  const pass = (ms: number) => {
    atMs += ms;
    othersMs += ms * 2 * share;
  };
  const wait = async (ms: number) => {
    pauses.push(ms);
    pass(ms);
  };
  return { pauses, pass, clock: { cores: 2, now: () => atMs, readOthers: () => othersMs, wait } };
}

async function work(share: number, niceness: number): Promise<number[]> {
  const { pauses, pass, clock } = createMachine(share);
  const giveWay = createGiveWay(niceness, clock);
  for (let step = 0; step < 10; step += 1) {
    pass(50);
    await giveWay();
  }
  return pauses;
}

describe('long work of the lowest priority', () => {
  it('pauses for four times as long as it has worked while others need the cores', async () => {
    expect(await work(0.9, 19)).toEqual([400, 400, 400, 400, 400]);
  });

  it('does not pause on a machine that has nothing else to do', async () => {
    expect(await work(0.1, 19)).toEqual([]);
  });

  it('does not pause when its priority is below normal alone', async () => {
    expect(await work(0.9, 10)).toEqual([]);
  });
});
