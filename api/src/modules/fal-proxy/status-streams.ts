import { PassThrough, type Readable } from 'node:stream';
import { AppError, type FalStatus } from '@atelier/contract';
import type { GenerationRow } from '@atelier/db';
import type { Watches } from './watch-generations.ts';

/** Proxies on the way close a connection that is idle for a minute. */
const heartbeatMs = 10_000;

type Streamed = {
  userId: string;
  id: string;
  /** The status to send next. Called once for each change. */
  describe: (row: GenerationRow) => FalStatus;
};

export type StatusStreams = {
  /** Server-sent events, one status each, up to the last. Throws rate_limited when a user has too many. */
  open: (streamed: Streamed) => Readable;
  /** Ends all streams when the process stops, which would otherwise wait for their connections. */
  close: () => void;
};

export function createStatusStreams(watches: Watches, { maxPerUser }: { maxPerUser: number }): StatusStreams {
  const streams = new Map<string, Set<PassThrough>>();
  return {
    open(streamed) {
      const own = streams.get(streamed.userId) ?? new Set();
      if (own.size >= maxPerUser)
        throw new AppError('rate_limited', { message: 'Too many status streams are open' });
      const stream = streamStatus(watches, streamed);
      streams.set(streamed.userId, own.add(stream));
      stream.once('close', () => {
        own.delete(stream);
        if (own.size === 0 && streams.get(streamed.userId) === own) streams.delete(streamed.userId);
      });
      return stream;
    },
    close() {
      for (const own of streams.values()) for (const stream of own) stream.end();
    },
  };
}

function streamStatus(watches: Watches, { userId, id, describe }: Streamed): PassThrough {
  const stream = new PassThrough();
  let last = '';
  const send = (row: GenerationRow) => {
    const status = describe(row);
    const event = JSON.stringify(status);
    if (stream.writable && event !== last) stream.write(`data: ${event}\n\n`);
    last = event;
    if (status.status === 'COMPLETED') stream.end();
  };
  const onRow = (row: GenerationRow | undefined) => {
    if (row) send(row);
    // The generation was deleted.
    else stream.destroy();
  };
  const stop = watches.watch({ userId, id, onRow }, { readsNow: true });
  const heartbeat = setInterval(() => stream.writable && stream.write(': heartbeat\n\n'), heartbeatMs);
  stream.once('close', () => {
    clearInterval(heartbeat);
    stop();
  });
  return stream;
}
