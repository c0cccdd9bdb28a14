import { getPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { createChildCaller } from './child-caller.ts';

const options: Parameters<typeof createChildCaller>[0] = {
  modulePath: fileURLToPath(new URL('./testing/odd-child.ts', import.meta.url)),
  toError: (failure, message) => new Error(`${failure}: ${message}`),
};
const children = createChildCaller(options);
afterAll(() => children.close());

const timeoutMs = 10_000;

describe('a child that is called', () => {
  it('returns what its function returns and throws what it throws', async () => {
    expect(await children.call('double', 21, timeoutMs)).toBe(42);
    await expect(children.call('fail', 'Nothing works', timeoutMs)).rejects.toThrow('threw: Nothing works');
    await expect(children.call('unknown', 0, timeoutMs)).rejects.toThrow('threw: No handler for unknown');
  });

  it('reports what its function reports, before it returns', async () => {
    const steps: unknown[] = [];
    const answer = await children.call('count', 3, timeoutMs, undefined, (step) => steps.push(step));
    expect([...steps, answer]).toEqual([1, 2, 3, 'done']);
    expect(await children.call('count', 3, timeoutMs)).toBe('done');
  });

  it('is there before the first call when it was warmed, and is the one that answers it', async () => {
    const warmed = createChildCaller({ ...options, processes: 2 });
    warmed.warm();
    warmed.warm();
    expect(await warmed.call('double', 21, timeoutMs)).toBe(42);
    const pids = await Promise.all([warmed.call('pid', 0, timeoutMs), warmed.call('pid', 0, timeoutMs)]);
    expect(new Set(pids).size).toBe(2);
    await warmed.close();
    warmed.warm();
    await expect(warmed.call('pid', 0, timeoutMs)).rejects.toThrow('closed');
  });

  it('costs one call when it dies, and none of those that wait', async () => {
    const calls = [
      children.call('double', 1, timeoutMs),
      children.call('die', 0, timeoutMs),
      children.call('double', 2, timeoutMs),
    ];
    expect(await Promise.allSettled(calls)).toMatchObject([
      { value: 2 },
      { reason: { message: expect.stringMatching(/^crashed: .*SIGKILL/) } },
      { value: 4 },
    ]);
  });

  it.each([10, 19])('runs with the niceness that it is given, such as %i', async (niceness) => {
    const low = createChildCaller({ ...options, niceness });
    expect(await low.call('priority', 0, timeoutMs)).toBe(niceness);
    expect(await children.call('priority', 0, timeoutMs)).toBe(getPriority());
    await low.close();
  });

  it('is killed when it hangs, even in the middle of work that never yields', async () => {
    await expect(children.call('spin', 0, 200)).rejects.toThrow('timed_out: no answer within 200 ms');
    expect(await children.call('double', 4, timeoutMs)).toBe(8);
  });

  it('is killed when its call is aborted, and does nothing for a call that was aborted before', async () => {
    const leaving = new AbortController();
    const spinning = children.call('spin', 0, timeoutMs, leaving.signal);
    leaving.abort();
    await expect(spinning).rejects.toThrow('aborted: the call was ended');
    await expect(children.call('die', 0, timeoutMs, leaving.signal)).rejects.toThrow('aborted');
    expect(await children.call('double', 5, timeoutMs)).toBe(10);
  });
});
