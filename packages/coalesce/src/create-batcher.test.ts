import { describe, expect, it } from 'vitest';
import { createBatcher } from './create-batcher.ts';

/** A `send` whose batches stay open until the test settles them. */
function createGate() {
  const batches: { items: number[]; end: PromiseWithResolvers<void> }[] = [];
  const send = (items: number[]) => {
    const end = Promise.withResolvers<void>();
    batches.push({ items, end });
    return end.promise;
  };
  return { batches, send, items: () => batches.map((batch) => batch.items) };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('createBatcher', () => {
  it('sends what one turn of the event loop adds as one batch when the window is 0', async () => {
    const gate = createGate();
    const batcher = createBatcher(gate.send, { windowMs: 0, maxBatchSize: 10 });
    void batcher.add(1);
    void batcher.add(2);
    await nextTurn();
    expect(gate.items()).toEqual([[1, 2]]);
  });

  it('waits for the window, or for a flush', async () => {
    const gate = createGate();
    const batcher = createBatcher(gate.send, { windowMs: 60_000, maxBatchSize: 10 });
    void batcher.add(1);
    await nextTurn();
    expect(gate.items()).toEqual([]);
    void batcher.flush();
    expect(gate.items()).toEqual([[1]]);
  });

  it('collects during a batch, keeps the order and the maximum size, and sends one batch at a time', async () => {
    const gate = createGate();
    const batcher = createBatcher(gate.send, { windowMs: 0, maxBatchSize: 2 });
    const added = [1, 2, 3, 4, 5].map((item) => batcher.add(item));
    for (const index of [0, 1, 2]) {
      await nextTurn();
      expect(gate.batches).toHaveLength(index + 1);
      gate.batches[index]?.end.resolve();
    }
    await Promise.all(added);
    expect(gate.items()).toEqual([[1, 2], [3, 4], [5]]);
  });

  it('rejects the items of a failed batch and sends the next one', async () => {
    const gate = createGate();
    const batcher = createBatcher(gate.send, { windowMs: 0, maxBatchSize: 1 });
    const first = batcher.add(1);
    const second = batcher.add(2);
    await nextTurn();
    gate.batches[0]?.end.reject(new Error('broken'));
    await expect(first).rejects.toThrow('broken');
    await nextTurn();
    gate.batches[1]?.end.resolve();
    await expect(second).resolves.toBeUndefined();
  });

  it('sends an item that is added as soon as the last batch has settled', async () => {
    const gate = createGate();
    const batcher = createBatcher(gate.send, { windowMs: 0, maxBatchSize: 10 });
    const follower = batcher.add(1).then(() => batcher.add(2));
    await nextTurn();
    gate.batches[0]?.end.resolve();
    await nextTurn();
    gate.batches[1]?.end.resolve();
    await follower;
    expect(gate.items()).toEqual([[1], [2]]);
  });

  it('flushes until the last batch has settled, and at once when nothing waits', async () => {
    const gate = createGate();
    const batcher = createBatcher(gate.send, { windowMs: 60_000, maxBatchSize: 1 });
    await batcher.flush();
    const added = [batcher.add(1), batcher.add(2)];
    let isFlushed = false;
    const flushed = batcher.flush().then(() => {
      isFlushed = true;
    });
    gate.batches[0]?.end.resolve();
    await nextTurn();
    expect(isFlushed).toBe(false);
    gate.batches[1]?.end.resolve();
    await Promise.all([flushed, ...added]);
  });
});
