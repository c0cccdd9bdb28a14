import type { IncomingMessage } from 'node:http';
import { AppError, isAppError } from '@atelier/contract';
import { guardedGet } from './guard/guarded-get.ts';

/** `chunks` fail with AppError: result_too_large, and provider_unavailable when the host breaks off or is too slow. */
export type ResultSource = { chunks: AsyncIterable<Buffer>; contentType: string };

export type ResultRules = {
  /**
   * Hosts that results may come from. One with a leading dot stands for itself and every host below, all of which must
   * be on the public internet; any other, with its port, is trusted as it was configured.
   */
  allowedHosts: readonly string[];
  /** Most bytes of one file. */
  maxBytes: number;
  /** How long the host may send nothing: before its answer, redirects included, and between any two pieces. */
  idleMs: number;
  /** How long we wait for the host in all: this long, and one second more for each `bytesPerSecond` that have arrived. */
  patienceMs: number;
  bytesPerSecond: number;
};

/**
 * Opens a file that the provider made. Only its own media hosts are asked, redirects included, so that a result
 * cannot point us at an address inside our network.
 * Throws AppError: result_url_rejected; result_too_large when the host says so; result_copy_failed when it says that
 * there is no such file; and provider_unavailable when it could not be asked, which is no verdict on the file.
 */
export async function openResult(url: string, rules: ResultRules): Promise<ResultSource> {
  const { allowedHosts, maxBytes } = rules;
  const trustedHosts = allowedHosts.filter((host) => !host.startsWith('.'));
  const isAllowed = (address: URL) => allowedHosts.some((host) => isOf(address, host));
  const patience = createPatience(rules);
  const { signal } = patience;
  const answer = await patience
    .wait(0, () => guardedGet(url, { trustedHosts, isAllowed, signal }))
    .catch((error: unknown) => {
      throw new AppError(isAppError(error) ? 'result_url_rejected' : 'provider_unavailable', {
        cause: error,
      });
    });
  const { statusCode = 0, headers } = answer;
  const isThere = statusCode >= 200 && statusCode < 300;
  const statedBytes = Number(headers['content-length'] ?? 0);
  if (isThere && statedBytes <= maxBytes) {
    return {
      chunks: readChunks(answer, patience, maxBytes),
      contentType: headers['content-type']?.split(';')[0] ?? 'application/octet-stream',
    };
  }
  answer.destroy();
  if (isThere) throw tooLarge(statedBytes, maxBytes);
  const isGone = statusCode >= 400 && statusCode < 500 && statusCode !== 429;
  const cause = new Error(`${new URL(url).host} answered ${statusCode}`);
  throw new AppError(isGone ? 'result_copy_failed' : 'provider_unavailable', { cause });
}

function isOf(address: URL, host: string): boolean {
  if (!host.startsWith('.')) return address.host === host;
  return address.port === '' && (address.hostname.endsWith(host) || address.hostname === host.slice(1));
}

/** Counts, because the stated length may be absent, and nothing is longer than the stated one. */
async function* readChunks(
  answer: IncomingMessage,
  patience: Patience,
  maxBytes: number,
): AsyncGenerator<Buffer, void> {
  const chunks: AsyncIterator<Buffer> = answer[Symbol.asyncIterator]();
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await patience
        .wait(bytes, () => chunks.next())
        .catch((error: unknown) => {
          throw new AppError('provider_unavailable', { cause: error });
        });
      if (done) return;
      bytes += value.length;
      if (bytes > maxBytes) throw tooLarge(bytes, maxBytes);
      yield value;
    }
  } finally {
    answer.destroy();
  }
}

function tooLarge(bytes: number, maxBytes: number): AppError {
  return new AppError('result_too_large', {
    cause: new Error(`${bytes} bytes or more, of at most ${maxBytes}`),
  });
}

type Patience = {
  /** Aborted when it has ended. */
  signal: AbortSignal;
  /** `bytes`: what has arrived so far. */
  wait<Value>(bytes: number, ask: () => Promise<Value>): Promise<Value>;
};

/** Only the time counts in which we wait for the host: not that in which our own slow disk keeps it waiting. */
function createPatience({ idleMs, patienceMs, bytesPerSecond }: ResultRules): Patience {
  const controller = new AbortController();
  const { signal } = controller;
  let waitedMs = 0;
  return {
    signal,
    async wait(bytes, ask) {
      const leftMs = patienceMs + (bytes / bytesPerSecond) * 1_000 - waitedMs;
      const isIdleFirst = idleMs < leftMs;
      const problem = isIdleFirst ? `sent nothing for ${idleMs} ms` : `took too long for ${bytes} bytes`;
      const end = () => controller.abort(new Error(`The host of the result ${problem}`));
      const timer = setTimeout(end, Math.max(0, isIdleFirst ? idleMs : leftMs));
      const askedAt = performance.now();
      try {
        return await ask();
      } catch (error) {
        throw signal.aborted ? signal.reason : error;
      } finally {
        clearTimeout(timer);
        waitedMs += performance.now() - askedAt;
      }
    },
  };
}
