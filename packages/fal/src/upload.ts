import { AppError } from '@atelier/contract';
import { ApiError } from '@fal-ai/client';
import type { FalClient } from './connection.ts';
import { readFailure } from './failures.ts';

/**
 * Puts a file into fal's own storage and returns its address there (fal.md 1.9); for inputs that fal could not read
 * from us. `file` carries its type; one that lies on disk is not read into memory. Throws AppError: a verdict of fal's
 * in our words, or provider_unavailable.
 */
export async function uploadToFal(
  { storage }: Pick<FalClient, 'storage'>,
  file: Blob,
  timeoutMs: number,
): Promise<string> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  // The client takes no signal here.
  const timer = setTimeout(() => reject(new AppError('provider_unavailable')), timeoutMs);
  try {
    return await Promise.race([storage.upload(file), tooLate]);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) {
      throw new AppError('provider_unavailable', { cause: error });
    }
    throw new AppError(readFailure(error.status, error.body).code, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
