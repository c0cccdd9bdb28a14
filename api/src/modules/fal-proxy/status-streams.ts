import { PassThrough, type Readable } from 'node:stream';
import { AppError, type FalStatus } from '@atelier/contract';

/** Proxies between us and the client end a connection on which nothing is said for a minute. */
const heartbeatMs = 10_000;
const maxPerUser = 20;

type Watched = {
  userId: string;
  /** What an event says now. Asked once per news, and never twice at a time. */
  read: () => Promise<FalStatus>;
  /** Calls the listener when something of this user has changed; returns what ends that. */
  onNews: (listener: () => void) => () => void;
  onError: (error: unknown) => void;
};

export type StatusStreams = {
  /** Server-sent events, one status each, up to the last. Throws rate_limited when a user has too many. */
  open: (watched: Watched) => Readable;
  /** Ends all of them: the process stops, and a connection that is never idle would hold it up. */
  close: () => void;
};

export function createStatusStreams(): StatusStreams {
  const streams = new Map<PassThrough, string>();
  return {
    open(watched) {
      const own = [...streams.values()].filter((userId) => userId === watched.userId);
      if (own.length >= maxPerUser)
        throw new AppError('rate_limited', { message: 'Too many status streams are open' });
      const stream = streamStatus(watched);
      streams.set(stream, watched.userId);
      stream.once('close', () => streams.delete(stream));
      return stream;
    },
    close() {
      for (const stream of streams.keys()) stream.end();
    },
  };
}

function streamStatus({ read, onNews, onError }: Watched): PassThrough {
  const stream = new PassThrough();
  let last = '';
  let isReading = false;
  let isStale = false;

  const tell = async () => {
    isReading = true;
    do {
      isStale = false;
      const status = await read();
      const event = JSON.stringify(status);
      if (stream.writable && event !== last) stream.write(`data: ${event}\n\n`);
      last = event;
      if (status.status === 'COMPLETED') stream.end();
    } while (isStale && stream.writable);
    isReading = false;
  };
  const look = () => {
    isStale = true;
    if (isReading || !stream.writable) return;
    tell().catch((error: unknown) => {
      onError(error);
      stream.destroy();
    });
  };

  const stop = onNews(look);
  const heartbeat = setInterval(() => stream.writable && stream.write(': still here\n\n'), heartbeatMs);
  stream.once('close', () => {
    clearInterval(heartbeat);
    stop();
  });
  // The listener stands, so nothing that happens from here on is missed.
  look();
  return stream;
}
