import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PendingDeletions } from './pending-deletions.ts';

const undoMs = 10_000;

function setUp(send: (id: string, isLeaving: boolean) => Promise<void> = async () => {}) {
  const calls: string[] = [];
  const deletions = new PendingDeletions({
    send: (id, isLeaving) => {
      calls.push(`send ${id}${isLeaving ? ' leaving' : ''}`);
      return send(id, isLeaving);
    },
    undoMs,
    onDone: (id) => calls.push(`done ${id}`),
    onFailed: (id) => calls.push(`failed ${id}`),
  });
  return { deletions, calls };
}

describe('PendingDeletions', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('hides the record at once and sends the deletion when the undo time is over', async () => {
    const { deletions, calls } = setUp();
    deletions.schedule('a');
    expect([...deletions.hiddenIds]).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(undoMs - 1);
    expect(calls).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(calls).toEqual(['send a', 'done a']);
    expect([...deletions.hiddenIds]).toEqual(['a']);
  });

  it('sends nothing after an undo and shows the record again', async () => {
    const { deletions, calls } = setUp();
    deletions.schedule('a');
    expect(deletions.undo('a')).toBe(true);
    await vi.advanceTimersByTimeAsync(undoMs * 2);
    expect(calls).toEqual([]);
    expect(deletions.hiddenIds.size).toBe(0);
  });

  it('says when an undo comes too late', async () => {
    const { deletions } = setUp();
    deletions.schedule('a');
    await vi.advanceTimersByTimeAsync(undoMs);
    expect(deletions.undo('a')).toBe(false);
  });

  it('sends everything at once when the page is left, and each only once', async () => {
    const { deletions, calls } = setUp();
    deletions.schedule('a');
    deletions.schedule('a');
    deletions.schedule('b');
    deletions.flush();
    await vi.advanceTimersByTimeAsync(undoMs * 2);
    expect(calls.filter((call) => call.startsWith('send'))).toEqual(['send a leaving', 'send b leaving']);
  });

  it('shows the record again when the deletion is refused', async () => {
    const { deletions, calls } = setUp(async () => {
      throw new Error('refused');
    });
    const seen: number[] = [];
    deletions.subscribe(() => seen.push(deletions.hiddenIds.size));
    deletions.schedule('a');
    await vi.advanceTimersByTimeAsync(undoMs);
    expect(calls).toEqual(['send a', 'failed a']);
    expect(seen).toEqual([1, 0]);
  });
});
