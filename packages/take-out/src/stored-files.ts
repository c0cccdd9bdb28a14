import { crc32 } from 'node:zlib';
import { listKnownChecksums, type Queryable } from '@atelier/db';
import type { Store } from '@atelier/storage';

type FilesDeps = { db: { pool: Queryable }; store: Pick<Store, 'find' | 'read' | 'load'>; stop: AbortSignal };

/** Facts of a file that a zip states before its content. */
export type StoredFacts = { bytes: number; crc32: number };

/** Hides the latency of a remote store, and does not fill its connections. */
const lanes = 4;

/** Files up to this size are read as a whole, larger ones as a stream. */
export const smallFileBytes = 65_536;

/** The sizes and checksums of those files that are in the store. A file that no archive has had yet is read once for it. */
export async function describeFiles(
  deps: FilesDeps,
  keys: readonly string[],
): Promise<ReadonlyMap<string, StoredFacts>> {
  const known = new Map((await listKnownChecksums(deps.db.pool, keys)).map((row) => [row.storage_key, row]));
  const described = new Map<string, StoredFacts>();
  const waiting = [...new Set(keys)].values();
  const work = async () => {
    for (const key of waiting) {
      deps.stop.throwIfAborted();
      const file = await deps.store.find(key);
      if (!file) continue;
      const earlier = known.get(key);
      const facts = earlier?.bytes === file.bytes ? earlier : await readFacts(deps, key, file.bytes);
      if (facts) described.set(key, { bytes: facts.bytes, crc32: facts.crc32 });
    }
  };
  await Promise.all(Array.from({ length: lanes }, work));
  return described;
}

/** Returns undefined when the file was removed meanwhile. */
async function readFacts(
  { store }: Pick<FilesDeps, 'store'>,
  key: string,
  size: number,
): Promise<StoredFacts | undefined> {
  const facts = { bytes: 0, crc32: 0 };
  if (size === 0) return facts;
  try {
    if (size <= smallFileBytes) {
      const content = await store.load(key, { start: 0, end: size - 1 });
      return { bytes: content.length, crc32: crc32(content) };
    }
    for await (const chunk of store.read(key)) {
      facts.bytes += chunk.length;
      facts.crc32 = crc32(chunk, facts.crc32);
    }
    return facts;
  } catch (error) {
    if (await store.find(key)) throw error;
    return undefined;
  }
}
