import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHeldStatuses } from './held-statuses.ts';
import { watchedGenerations } from './testing/watched-generations.ts';

/** A caller of statuses, and what it has been answered. */
function follow({
  source = watchedGenerations(),
  held = createHeldStatuses(source.watches),
  max = 100,
} = {}) {
  const answers: string[] = [];
  const gone = new AbortController();
  const ask = async (id: string, callerId = 'key-1') => {
    const { status } = await held.read({
      callerId,
      maxHeldOfCaller: max,
      userId: 'u1',
      id,
      hasLogs: false,
      read: async () => source.row(id),
      describe: (row) => row.status,
      signal: gone.signal,
    });
    answers.push(status);
  };
  return { source, held, answers, gone, ask };
}

/** Less than any hold. */
const soon = () => vi.advanceTimersByTimeAsync(500);

describe('a reply with a status', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is held for a caller that was answered the same twice, until it says something else', async () => {
    const { source, held, answers, ask } = follow();
    const id = source.add('u1');
    await ask(id);
    await soon();
    await ask(id);
    await soon();
    const third = ask(id);
    await soon();
    expect([answers.length, held.heldCount()]).toEqual([2, 1]);
    source.notify('u1');
    await soon();
    expect(held.heldCount()).toBe(1);
    source.change(id, 'IN_PROGRESS');
    await third;
    expect(answers).toEqual(['IN_QUEUE', 'IN_QUEUE', 'IN_PROGRESS']);
    expect([held.heldCount(), source.listeners('u1')]).toEqual([0, 0]);
  });

  it('is sent after some seconds in which nothing changes, or in which the event is lost', async () => {
    const { source, answers, ask } = follow();
    const id = source.add('u1');
    for (let count = 0; count < 2; count += 1) await ask(id);
    const third = ask(id);
    await vi.advanceTimersByTimeAsync(100);
    source.change(id, 'IN_PROGRESS', { isLost: true });
    await vi.advanceTimersByTimeAsync(10_000);
    await third;
    await ask(id);
    expect(answers).toEqual(['IN_QUEUE', 'IN_QUEUE', 'IN_QUEUE', 'IN_PROGRESS']);
  });

  it('is not held when the status changed between the two requests, or during the read', async () => {
    const { source, held, answers, ask } = follow();
    const id = source.add('u1');
    for (let count = 0; count < 2; count += 1) await ask(id);
    source.change(id, 'IN_PROGRESS');
    await ask(id);
    expect(answers.at(-1)).toBe('IN_PROGRESS');
    for (let count = 0; count < 1; count += 1) await ask(id);
    const caught = ask(id);
    source.change(id, 'COMPLETED');
    await caught;
    expect([answers.at(-1), held.heldCount()]).toEqual(['COMPLETED', 0]);
  });

  it('is sent at once to a caller that asks now and then', async () => {
    const { source, answers, ask } = follow();
    const id = source.add('u1');
    for (let count = 0; count < 5; count += 1) {
      await ask(id);
      await vi.advanceTimersByTimeAsync(5_000);
    }
    expect(answers).toHaveLength(5);
  });

  it('is sent at once to other callers, and to a second request of the same', async () => {
    const { source, held, answers, ask } = follow();
    const id = source.add('u1');
    for (let count = 0; count < 2; count += 1) await ask(id);
    const waiting = ask(id);
    await soon();
    for (const callerId of ['key-1', 'key-2']) await ask(id, callerId);
    expect([answers.length, held.heldCount()]).toEqual([4, 1]);
    source.change(id, 'COMPLETED');
    await waiting;
  });

  it('is never held for a caller that asks for several generations one after the other', async () => {
    const { source, answers, ask } = follow();
    const ids = [source.add('u1'), source.add('u1'), source.add('u1')];
    for (let round = 0; round < 5; round += 1) for (const id of ids) await ask(id);
    expect(answers).toHaveLength(15);
  });

  it('is not held either when the caller asked for all of them at once before', async () => {
    const { source, answers, ask } = follow();
    const ids = Array.from({ length: 20 }, () => source.add('u1'));
    await Promise.all(ids.map((id) => ask(id)));
    await vi.advanceTimersByTimeAsync(10_000);
    for (let round = 0; round < 5; round += 1) for (const id of ids) await ask(id);
    expect(answers).toHaveLength(120);
  });

  it('is held for each of several that a caller follows in parallel, and all are read with one query', async () => {
    const { source, held, answers, ask } = follow();
    const ids = Array.from({ length: 50 }, () => source.add('u1'));
    for (let round = 0; round < 2; round += 1) await Promise.all(ids.map((id) => ask(id)));
    const third = ids.map((id) => ask(id));
    await soon();
    expect(held.heldCount()).toBe(50);
    for (const id of ids) source.change(id, 'COMPLETED');
    await soon();
    await Promise.all(third);
    expect(answers.filter((status) => status === 'COMPLETED')).toHaveLength(50);
    expect(source.reads.length).toBeLessThanOrEqual(2);
  });

  it('is held no more often than the caller may have it', async () => {
    const { source, held, ask } = follow({ max: 2 });
    const ids = Array.from({ length: 5 }, () => source.add('u1'));
    for (let round = 0; round < 2; round += 1) await Promise.all(ids.map((id) => ask(id)));
    const third = Promise.all(ids.map((id) => ask(id)));
    await soon();
    expect(held.heldCount()).toBe(2);
    held.close();
    await third;
  });

  it('is released when the client goes away and when the process stops, and none is held afterwards', async () => {
    const { source, held, gone, ask } = follow();
    const [first, second] = [source.add('u1'), source.add('u1')];
    const both = () => Promise.all([ask(first), ask(second)]);
    for (let round = 0; round < 2; round += 1) await both();
    const left = both();
    await soon();
    gone.abort();
    await left;
    expect([held.heldCount(), source.listeners('u1')]).toEqual([0, 0]);

    const other = follow({ source, held });
    const more = () => Promise.all([other.ask(first, 'key-2'), other.ask(second, 'key-2')]);
    for (let round = 0; round < 2; round += 1) await more();
    const stopped = more();
    await soon();
    expect(held.heldCount()).toBe(2);
    held.close();
    await stopped;
    await more();
    expect([held.heldCount(), source.listeners('u1')]).toEqual([0, 0]);
  });

  it('is sent when the generation cannot be read again', async () => {
    const { source, answers, ask } = follow();
    const id = source.add('u1');
    for (let count = 0; count < 2; count += 1) await ask(id);
    const third = ask(id);
    await vi.advanceTimersByTimeAsync(100);
    source.fail(new Error('the database is away'));
    source.notify('u1');
    await vi.advanceTimersByTimeAsync(5_000);
    await third;
    expect(answers).toEqual(['IN_QUEUE', 'IN_QUEUE', 'IN_QUEUE']);
  });
});
