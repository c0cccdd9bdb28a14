import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type DeletionBatch, PendingDeletions } from './deletions.ts';

const undoMs = 10_000;

function setUp(send: () => Promise<void> = async () => {}) {
  const calls: string[] = [];
  const deletions = new PendingDeletions<'video'>({
    send: ({ ids }, isLeaving) => {
      calls.push(`send ${ids}${isLeaving ? ' leaving' : ''}`);
      return send();
    },
    undoMs,
    onDone: ({ ids }) => calls.push(`done ${ids}`),
    onFailed: ({ ids }) => calls.push(`failed ${ids}`),
  });
  return { deletions, calls };
}

function scheduled(deletions: PendingDeletions<'video'>, ...ids: string[]): DeletionBatch<'video'> {
  const batch = deletions.schedule(ids, 'video');
  if (!batch) throw new Error(`${ids} were being deleted already`);
  return batch;
}

describe('PendingDeletions', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('hides the generations immediately and sends the deletion after the undo time', async () => {
    const { deletions, calls } = setUp();
    scheduled(deletions, 'a', 'b');
    expect([...deletions.hiddenIds]).toEqual(['a', 'b']);
    await vi.advanceTimersByTimeAsync(undoMs - 1);
    expect(calls).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(calls).toEqual(['send a,b', 'done a,b']);
    expect([...deletions.hiddenIds]).toEqual(['a', 'b']);
  });

  it('sends nothing after an undo and restores only the generations of that deletion', async () => {
    const { deletions, calls } = setUp();
    const batch = scheduled(deletions, 'a', 'b');
    scheduled(deletions, 'c');
    expect(deletions.undo(batch)).toBe(true);
    expect([...deletions.hiddenIds]).toEqual(['c']);
    await vi.advanceTimersByTimeAsync(undoMs * 2);
    expect(calls).toEqual(['send c', 'done c']);
  });

  it('reports that an undo came too late', async () => {
    const { deletions } = setUp();
    const batch = scheduled(deletions, 'a');
    await vi.advanceTimersByTimeAsync(undoMs);
    expect(deletions.undo(batch)).toBe(false);
  });

  it('sends everything when the page is left, and each deletion only once', async () => {
    const { deletions, calls } = setUp();
    scheduled(deletions, 'a');
    expect(deletions.schedule(['a'], 'video')).toBeUndefined();
    scheduled(deletions, 'a', 'b');
    deletions.flush();
    await vi.advanceTimersByTimeAsync(undoMs * 2);
    expect(calls.filter((call) => call.startsWith('send'))).toEqual(['send a leaving', 'send b leaving']);
  });

  it('shows the generation again when the deletion is refused', async () => {
    const { deletions, calls } = setUp(async () => {
      throw new Error('refused');
    });
    const seen: number[] = [];
    deletions.subscribe(() => seen.push(deletions.hiddenIds.size));
    scheduled(deletions, 'a');
    await vi.advanceTimersByTimeAsync(undoMs);
    expect(calls).toEqual(['send a', 'failed a']);
    expect(seen).toEqual([1, 0]);
  });
});
