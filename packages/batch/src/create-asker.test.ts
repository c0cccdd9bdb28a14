import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAsker } from './create-asker.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** An `ask` whose calls stay open until the test settles them. */
function createGate() {
  const calls: { questions: number[]; end: PromiseWithResolvers<(string | Promise<string>)[]> }[] = [];
  const ask = (questions: number[]) => {
    const end = Promise.withResolvers<(string | Promise<string>)[]>();
    calls.push({ questions, end });
    return end.promise;
  };
  const answer = (index: number) =>
    calls[index]?.end.resolve(calls[index].questions.map((question) => `answer ${question}`));
  return { ask, answer, calls, asked: () => calls.map(({ questions }) => questions) };
}

it('asks at once, then all that came meanwhile together, and gives each its own answer', async () => {
  const gate = createGate();
  const ask = createAsker(gate.ask, { maxBatchSize: 2 });
  const first = ask(1);
  await nextTurn();
  const rest = [2, 3, 4].map(ask);
  await nextTurn();
  expect(gate.asked()).toEqual([[1]]);
  for (const index of [0, 1, 2]) {
    gate.answer(index);
    await nextTurn();
  }
  expect(gate.asked()).toEqual([[1], [2, 3], [4]]);
  expect(await Promise.all([first, ...rest])).toEqual(['answer 1', 'answer 2', 'answer 3', 'answer 4']);
});

it('rejects all questions of a call that fails, and asks the next ones', async () => {
  const gate = createGate();
  const ask = createAsker(gate.ask, { maxBatchSize: 10 });
  const settled = Promise.allSettled([ask(1), ask(2)]);
  await nextTurn();
  const next = ask(3);
  gate.calls[0]?.end.reject(new Error('gone'));
  await nextTurn();
  gate.answer(1);
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await next).toBe('answer 3');
});

it('does not wait for answers that are promised, and one that fails fails alone', async () => {
  const gate = createGate();
  const ask = createAsker(gate.ask, { maxBatchSize: 10 });
  const settled = Promise.allSettled([ask(1), ask(2)]);
  await nextTurn();
  const late = Promise.withResolvers<string>();
  gate.calls[0]?.end.resolve([late.promise, 'answer 2']);
  await nextTurn();
  const next = ask(3);
  await nextTurn();
  gate.answer(1);
  expect(await next).toBe('answer 3');
  late.reject(new Error('refused'));
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});

it('asks beside a call that is slow, and again together when it has ended', async () => {
  const gate = createGate();
  const ask = createAsker(gate.ask, { maxBatchSize: 10, slowMs: 100 });
  const all = [ask(1)];
  await nextTurn();
  vi.advanceTimersByTime(100);
  all.push(ask(2));
  await nextTurn();
  expect(gate.asked()).toEqual([[1]]);
  vi.advanceTimersByTime(1);
  all.push(ask(3));
  await nextTurn();
  expect(gate.asked()).toEqual([[1], [3]]);
  gate.answer(0);
  await nextTurn();
  expect(gate.asked()).toEqual([[1], [3], [2]]);
  all.push(ask(4));
  await nextTurn();
  expect(gate.asked()).toEqual([[1], [3], [2]]);
  for (const index of [1, 2]) gate.answer(index);
  await nextTurn();
  gate.answer(3);
  expect(await Promise.all(all)).toEqual(['answer 1', 'answer 2', 'answer 3', 'answer 4']);
});

it('waits for a call however slow it is, unless it is told what slow is', async () => {
  const gate = createGate();
  const ask = createAsker(gate.ask, { maxBatchSize: 10 });
  const all = [ask(1)];
  await nextTurn();
  vi.advanceTimersByTime(1e9);
  all.push(ask(2));
  await nextTurn();
  expect(gate.asked()).toEqual([[1]]);
  gate.answer(0);
  await nextTurn();
  gate.answer(1);
  await Promise.all(all);
});
