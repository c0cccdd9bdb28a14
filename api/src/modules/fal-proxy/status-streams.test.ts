import type { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStatusStreams } from './status-streams.ts';

type Status = 'IN_QUEUE' | 'IN_PROGRESS' | 'COMPLETED';

/** A stream over statuses that the test sets, and what it has said. */
function open({ streams = createStatusStreams(), userId = 'u1', fails = false } = {}) {
  const state = { status: 'IN_QUEUE' as Status, reads: 0, tell: () => {} };
  const [stop, onError] = [vi.fn(), vi.fn()];
  const stream: Readable = streams.open({
    userId,
    async read() {
      state.reads += 1;
      if (fails) throw new Error('the database is away');
      return { status: state.status } as never;
    },
    onChange(listener) {
      state.tell = listener;
      return stop;
    },
    onError,
  });
  let text = '';
  stream.on('data', (chunk) => {
    text += String(chunk);
  });
  const settle = () => vi.advanceTimersByTimeAsync(0);
  const set = async (status: Status) => {
    state.status = status;
    state.tell();
    await settle();
  };
  return { stream, state, stop, onError, set, settle, text: () => text };
}

describe('a stream of statuses', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('sends each status once, and nothing after the last', async () => {
    const { set, settle, state, stop, text } = open();
    await settle();
    await set('IN_QUEUE');
    await set('IN_PROGRESS');
    await set('COMPLETED');
    const said = ['IN_QUEUE', 'IN_PROGRESS', 'COMPLETED'].map((status) => `data: {"status":"${status}"}\n\n`);
    expect(text()).toBe(said.join(''));
    expect(stop).toHaveBeenCalledOnce();
    const { reads } = state;
    state.tell();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([state.reads, text()]).toEqual([reads, said.join('')]);
  });

  it('reads once more for any number of changes during a read', async () => {
    const { state, settle } = open();
    for (let news = 0; news < 5; news += 1) state.tell();
    await settle();
    expect(state.reads).toBe(2);
  });

  it('sends heartbeats while nothing changes', async () => {
    const { settle, text } = open();
    await settle();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(text().match(/^: heartbeat$/gm)).toHaveLength(2);
  });

  it('is destroyed when the generation cannot be read', async () => {
    const { stream, settle, onError, stop } = open({ fails: true });
    await settle();
    expect(stream.destroyed).toBe(true);
    expect(onError).toHaveBeenCalledWith(new Error('the database is away'));
    expect(stop).toHaveBeenCalledOnce();
  });

  it('is limited to twenty per user, whatever other users have open', async () => {
    const streams = createStatusStreams();
    const opened = Array.from({ length: 20 }, () => open({ streams }));
    expect(() => open({ streams })).toThrow('Too many status streams are open');
    open({ streams, userId: 'u2' });
    opened[0]?.stream.destroy();
    await vi.advanceTimersByTimeAsync(0);
    expect(() => open({ streams })).not.toThrow();
    streams.close();
  });
});
