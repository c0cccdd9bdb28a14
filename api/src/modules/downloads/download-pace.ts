import { Readable } from 'node:stream';
import { AppError } from '@atelier/contract';

/** Fast enough for any line of a user; at full speed, a few downloads would take the whole event loop. */
const maxBytesPerSecond = 40_000_000;

const retry_after_seconds = 10;

/**
 * Videos that are written again or wait for it. Clients without gzip get no byte until theirs is written, and would not
 * wait for the turn of more.
 */
const maxRewrites = 3;
const rewriteSeconds = 30;

/** Pace shared by all downloads that this process makes, so that they leave time to its other requests. */
export type DownloadPace = {
  /** How long a download may be without a byte: browsers and proxies give up after 30 s and more. */
  silenceMs: number;
  /** Resolves when this many bytes may be sent, in the order of the calls. */
  send(bytes: number): Promise<void>;
  /** A download for this user begins, their only one; call what it returns at its end. Throws download_running. */
  begin(userId: string): () => void;
  /** One conversion at a time, and after each a pause as long as it took. */
  convert<Result>(work: () => Promise<Result>): Promise<Result>;
  /** One video at a time is written again, apart from conversions, which it would hold up. Throws rate_limited. */
  rewrite<Result>(work: () => Promise<Result>): Promise<Result>;
};

export function createDownloadPace({ silenceMs = 20_000 } = {}): DownloadPace {
  /** The users to whom this process is sending something. */
  const served = new Set<string>();
  let freeAtMs = 0;
  let rewrites = 0;
  const waitToConvert = createTurns();
  const waitToRewrite = createTurns();

  return {
    silenceMs,
    async send(bytes) {
      const nowMs = performance.now();
      freeAtMs = Math.max(freeAtMs, nowMs) + (bytes / maxBytesPerSecond) * 1_000;
      await wait(freeAtMs - nowMs);
    },
    begin(userId) {
      if (served.has(userId)) throw new AppError('download_running', { details: { retry_after_seconds } });
      served.add(userId);
      return () => void served.delete(userId);
    },
    async convert(work) {
      const passTurn = await waitToConvert();
      const startedAtMs = performance.now();
      try {
        return await work();
      } finally {
        void wait(performance.now() - startedAtMs).then(passTurn);
      }
    },
    async rewrite(work) {
      if (rewrites >= maxRewrites)
        throw new AppError('rate_limited', { details: { retry_after_seconds: rewriteSeconds } });
      rewrites += 1;
      const passTurn = await waitToRewrite();
      try {
        return await work();
      } finally {
        rewrites -= 1;
        passTurn();
      }
    },
  };
}

/** Resolves in the order of the calls, each when the one before has passed its turn on. */
function createTurns(): () => Promise<() => void> {
  let turn: Promise<unknown> = Promise.resolve();
  return async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const earlier = turn;
    turn = promise;
    await earlier;
    return resolve;
  };
}

/** The same bytes, as fast as the pace allows. */
export function pacedBytes(source: Readable, pace: DownloadPace): Readable {
  const chunks = async function* () {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      await pace.send(chunk.length);
      yield chunk;
    }
  };
  return Readable.from(chunks(), { objectMode: false });
}

/** Returns undefined when the promise takes longer. */
export async function settleWithin<Result>(
  promise: Promise<Result>,
  ms: number,
): Promise<Result | undefined> {
  const over = Promise.withResolvers<undefined>();
  const timer = setTimeout(over.resolve, ms, undefined);
  try {
    return await Promise.race([promise, over.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms));
}
