import type { Readable } from 'node:stream';
import { AppError, isAppError } from '@atelier/contract';
import { type GuardRules, guardedGet } from './guarded-get.ts';
import { hideUnknownName } from './open-connection.ts';

/**
 * Opens a file that a user gave the address of. Throws AppError: url_not_allowed; size_limit when it says that it is
 * larger than `maxBytes` (count while reading: it need not say); file_not_found when the address does not answer with a
 * file.
 */
export async function openPublicFile(
  url: string,
  { timeoutMs, maxBytes, ...rules }: Omit<GuardRules, 'isAllowed'> & { maxBytes: number },
): Promise<Readable> {
  const signal = AbortSignal.timeout(timeoutMs);
  const answer = await guardedGet(url, { ...rules, signal }).catch((error: unknown) => {
    const known = hideUnknownName(error);
    throw isAppError(known) ? known : new AppError('file_not_found', { cause: error });
  });
  const isFound = answer.statusCode === 200;
  const isTooLarge = Number(answer.headers['content-length'] ?? 0) > maxBytes;
  if (isFound && !isTooLarge) return answer;
  answer.destroy();
  throw isFound
    ? new AppError('size_limit', { details: { max_bytes: maxBytes } })
    : new AppError('file_not_found', { cause: new Error(`The address answered ${answer.statusCode}`) });
}
