import type { Readable } from 'node:stream';
import type { FalStatus } from '@atelier/contract';
import type { GenerationRow } from '@atelier/db';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStatusStreams } from './status-streams.ts';
import { watchedGenerations } from './testing/watched-generations.ts';

const describeRow = ({ status }: GenerationRow) => ({ status }) as unknown as FalStatus;

/** A stream over a generation that the test changes, and what it has said. */
function open(source = watchedGenerations(), id = source.add('u1')) {
  const streams = createStatusStreams(source.watches, { maxPerUser: 3 });
  const stream: Readable = streams.open({ userId: 'u1', id, describe: describeRow });
  let text = '';
  stream.on('data', (chunk) => {
    text += String(chunk);
  });
  return { source, id, streams, stream, text: () => text };
}

const settle = () => vi.advanceTimersByTimeAsync(200);

describe('a stream of statuses', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('sends each status once, and nothing after the last', async () => {
    const { source, id, text } = open();
    await settle();
    for (const status of ['IN_QUEUE', 'IN_PROGRESS', 'COMPLETED', 'IN_QUEUE']) {
      source.change(id, status);
      await settle();
    }
    const said = ['IN_QUEUE', 'IN_PROGRESS', 'COMPLETED'].map((status) => `data: {"status":"${status}"}\n\n`);
    expect(text()).toBe(said.join(''));
    expect(source.listeners('u1')).toBe(0);
  });

  it('sends heartbeats while nothing changes', async () => {
    const { text } = open();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(text().match(/^: heartbeat$/gm)).toHaveLength(2);
  });

  it('goes on when the database was away for a while', async () => {
    const source = watchedGenerations();
    source.fail(new Error('the database is away'));
    const { id, stream, text } = open(source);
    await vi.advanceTimersByTimeAsync(5_000);
    expect([stream.destroyed, source.errors[0]]).toEqual([false, new Error('the database is away')]);
    source.change(id, 'COMPLETED', { isLost: true });
    source.fail(undefined);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(text()).toBe('data: {"status":"COMPLETED"}\n\n');
    expect(source.listeners('u1')).toBe(0);
  });

  it('ends when the generation is deleted', async () => {
    const { source, id, stream } = open();
    await settle();
    source.delete(id);
    source.notify('u1');
    await settle();
    expect([stream.destroyed, source.listeners('u1')]).toEqual([true, 0]);
  });

  it('is refused above the number of generations that a user may follow, whatever other users have open', async () => {
    const { source, id, streams, stream } = open();
    const more = (userId: string) => streams.open({ userId, id, describe: describeRow });
    more('u1');
    more('u1');
    expect(() => more('u1')).toThrow('Too many status streams are open');
    more('u2');
    stream.destroy();
    await settle();
    expect(() => more('u1')).not.toThrow();
    expect(source.listeners('u1')).toBe(1);
    streams.close();
  });
});
