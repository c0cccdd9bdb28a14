import type { GenerationRow } from '@atelier/db';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { waitForEnd } from './wait-for-end.ts';
import type { Watches } from './watch-generations.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Watches of a single generation, whose rows the test sends. */
function openWait(signal = new AbortController().signal) {
  const listeners = new Set<Parameters<Watches['watch']>[0]['onRow']>();
  const watches: Watches = {
    watch({ onRow }) {
      listeners.add(onRow);
      return () => listeners.delete(onRow);
    },
  };
  const waiting = waitForEnd(watches, { userId: 'u', id: 'g', waitMs: 100_000, signal });
  const send = (row: Partial<GenerationRow> | undefined) => {
    for (const onRow of listeners) onRow(row as GenerationRow);
  };
  return { waiting, send, listeners };
}

it('the wait lasts until the end, past every change before it, and watches no longer', async () => {
  const { waiting, send, listeners } = openWait();
  send({ id: 'g', finished_at: null });
  const ended = { id: 'g', finished_at: new Date() };
  send(ended);
  expect(await waiting).toEqual(ended);
  expect(listeners.size).toBe(0);
});

it.each(['the generation is gone', 'no one waits any more', 'it takes too long'])(
  'the wait ends without a row when %s',
  async (why) => {
    const gone = new AbortController();
    const { waiting, send, listeners } = openWait(gone.signal);
    if (why === 'the generation is gone') send(undefined);
    else if (why === 'no one waits any more') gone.abort();
    else vi.advanceTimersByTime(100_000);
    expect(await waiting).toBeUndefined();
    expect(listeners.size).toBe(0);
  },
);
