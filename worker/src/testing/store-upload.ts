import { Readable } from 'node:stream';
import { insertUpload, markUploadStored } from '@atelier/db';
import { idOfKey, newKey } from '@atelier/storage';
import type { WorkerDeps } from '../deps.ts';

/** A user's file in the state in which the api leaves it after an upload. Returns its key. */
export async function storeUpload(
  deps: Pick<WorkerDeps, 'db' | 'store'>,
  userId: string,
  { content, contentType }: { content: Buffer; contentType: string },
): Promise<string> {
  const key = newKey(userId, contentType);
  const id = idOfKey(key);
  await insertUpload(deps.db.pool, { id, userId, key, contentType });
  await deps.store.put(key, Readable.from([content]), { contentType, maxBytes: 10_000_000 });
  await markUploadStored(deps.db.pool, { id, contentType, bytes: content.length });
  return key;
}
