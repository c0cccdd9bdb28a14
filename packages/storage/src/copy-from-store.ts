import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@atelier/contract';
import type { Store } from './store.ts';

/** Copies a stored file to where native code can read it. Throws file_not_found. */
export async function copyFromStore(store: Store, key: string, path: string): Promise<void> {
  if (!(await store.find(key))) throw new AppError('file_not_found');
  await pipeline(store.read(key), createWriteStream(path));
}
