import { PassThrough, type Readable } from 'node:stream';
import { AppError, type FalStatus } from '@atelier/contract';

/** Proxies on the way close a connection that is idle for a minute. */
const heartbeatMs = 10_000;
const maxPerUser = 20;

type Watched = {
  userId: string;
  /** The current status. Called once per change, and never concurrently. */
  read: () => Promise<FalStatus>;
  /** Calls the listener when a generation of this user has changed; returns the function that unsubscribes. */
  onChange: (listener: () => void) => () => void;
  onError: (error: unknown) => void;
};

export type StatusStreams = {
  /** Server-sent events, one status each, up to the last. Throws rate_limited when a user has too many. */
  open: (watched: Watched) => Readable;
  /** Ends all streams when the process stops, which would otherwise wait for their connections. */
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

function streamStatus({ read, onChange, onError }: Watched): PassThrough {
  const stream = new PassThrough();
  let last = '';
  let isReading = false;
  let isStale = false;

  const send = async () => {
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
  const refresh = () => {
    isStale = true;
    if (isReading || !stream.writable) return;
    send().catch((error: unknown) => {
      onError(error);
      stream.destroy();
    });
  };

  const stop = onChange(refresh);
  const heartbeat = setInterval(() => stream.writable && stream.write(': heartbeat\n\n'), heartbeatMs);
  stream.once('close', () => {
    clearInterval(heartbeat);
    stop();
  });
  // After the subscription, so that no change is missed.
  refresh();
  return stream;
}
