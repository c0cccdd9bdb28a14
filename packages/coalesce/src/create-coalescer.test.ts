import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createCoalescer } from './create-coalescer.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** A `run` whose calls stay open until the test settles them. */
function createGate() {
  const calls: { items: number[]; end: PromiseWithResolvers<(string | Promise<string>)[]> }[] = [];
  const run = (items: number[]) => {
    const end = Promise.withResolvers<(string | Promise<string>)[]>();
    calls.push({ items, end });
    return end.promise;
  };
  const settle = (index: number) =>
    calls[index]?.end.resolve(calls[index].items.map((item) => `result ${item}`));
  return { run, settle, calls, items: () => calls.map(({ items }) => items) };
}

it('a first item goes at once, those that come meanwhile go in one call, and each gets its own result', async () => {
  const gate = createGate();
  const call = createCoalescer(gate.run, { maxBatchSize: 2 });
  const first = call(1);
  await nextTurn();
  const rest = [2, 3, 4].map(call);
  await nextTurn();
  expect(gate.items()).toEqual([[1]]);
  for (const index of [0, 1, 2]) {
    gate.settle(index);
    await nextTurn();
  }
  expect(gate.items()).toEqual([[1], [2, 3], [4]]);
  expect(await Promise.all([first, ...rest])).toEqual(['result 1', 'result 2', 'result 3', 'result 4']);
});

it('a call that fails rejects all of its items, and later ones are called', async () => {
  const gate = createGate();
  const call = createCoalescer(gate.run, { maxBatchSize: 10 });
  const settled = Promise.allSettled([call(1), call(2)]);
  await nextTurn();
  const next = call(3);
  gate.calls[0]?.end.reject(new Error('gone'));
  await nextTurn();
  gate.settle(1);
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await next).toBe('result 3');
});

it('a promised result keeps no later call waiting, and one that fails fails alone', async () => {
  const gate = createGate();
  const call = createCoalescer(gate.run, { maxBatchSize: 10 });
  const settled = Promise.allSettled([call(1), call(2)]);
  await nextTurn();
  const late = Promise.withResolvers<string>();
  gate.calls[0]?.end.resolve([late.promise, 'result 2']);
  await nextTurn();
  const next = call(3);
  await nextTurn();
  gate.settle(1);
  expect(await next).toBe('result 3');
  late.reject(new Error('refused'));
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});

it('a slow call keeps no later items waiting, and they share a call again when it has ended', async () => {
  const gate = createGate();
  const call = createCoalescer(gate.run, { maxBatchSize: 10, slowMs: 100 });
  const all = [call(1)];
  await nextTurn();
  vi.advanceTimersByTime(100);
  all.push(call(2));
  await nextTurn();
  expect(gate.items()).toEqual([[1]]);
  vi.advanceTimersByTime(1);
  all.push(call(3));
  await nextTurn();
  expect(gate.items()).toEqual([[1], [3]]);
  gate.settle(0);
  await nextTurn();
  expect(gate.items()).toEqual([[1], [3], [2]]);
  all.push(call(4));
  await nextTurn();
  expect(gate.items()).toEqual([[1], [3], [2]]);
  for (const index of [1, 2]) gate.settle(index);
  await nextTurn();
  gate.settle(3);
  expect(await Promise.all(all)).toEqual(['result 1', 'result 2', 'result 3', 'result 4']);
});

it('an item waits for a call however slow it is when no limit is set', async () => {
  const gate = createGate();
  const call = createCoalescer(gate.run, { maxBatchSize: 10 });
  const all = [call(1)];
  await nextTurn();
  vi.advanceTimersByTime(1e9);
  all.push(call(2));
  await nextTurn();
  expect(gate.items()).toEqual([[1]]);
  gate.settle(0);
  await nextTurn();
  gate.settle(1);
  await Promise.all(all);
});
