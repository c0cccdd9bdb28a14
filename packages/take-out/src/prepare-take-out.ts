import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ClaimedTakeOut,
  claimTakeOut,
  countTakeOutGenerations,
  type Db,
  insertTakeOutFiles,
  markTakeOutReady,
  markTakeOutRunFailed,
  type NewTakeOutFile,
  renewTakeOut,
} from '@atelier/db';
import type { Log } from '@atelier/log';
import type { Emitter } from '@atelier/realtime';
import { type MediaAddresses, newKey, type Store, temporaryName } from '@atelier/storage';
import type { ArchiveContext } from './archive-context.ts';
import { createFormats } from './gallery.ts';
import { listEntries } from './list-entries.ts';
import { notifyTakeOut } from './notify-take-out.ts';
import { readTexts } from './texts.ts';
import { writeFrame } from './write-frame.ts';

export type PrepareDeps = {
  db: Db;
  store: Store;
  mediaAddresses: MediaAddresses;
  realtime: Pick<Emitter, 'emitToUser'>;
  log: Pick<Log, 'info' | 'warn'>;
  /** Folder for a temporary file. */
  workDir: string;
};

const frameType = 'application/octet-stream';
/** A bound against an archive without end; 100,000 generations have a frame of about 100 MB. */
const maxFrameBytes = 8 * 1024 ** 3;
const renewEveryMs = 2_000;

type Counts = ArchiveContext['counts'] & { total: number };

/**
 * Reads everything that is a user's and fixes every byte of the archive: its frame goes to the store, the places of the
 * user's own files into the database. May be called at any time and twice: of many callers one prepares it. A run that
 * fails is repeated by the sweeper; throws when it was the last. When `signal` aborts, another process takes over.
 */
export async function prepareTakeOut(
  deps: PrepareDeps,
  takeOutId: string,
  signal?: AbortSignal,
): Promise<void> {
  const takeOut = await claimTakeOut(deps.db.pool, takeOutId, newKey('*', frameType));
  if (!takeOut) return;
  const { replaced_frame_key: replaced, user_id: userId, created_at: until } = takeOut;
  const counts: Counts = { done: 0, missing: 0, total: 0 };
  const lease = keepLease(deps, takeOut, counts);
  try {
    if (replaced !== null) await deps.store.delete(replaced);
    counts.total = await countTakeOutGenerations(deps.db.pool, { userId, until });
    const stop = signal ? AbortSignal.any([lease.lost, signal]) : lease.lost;
    const sizes = await writeArchive(deps, takeOut, { counts, stop });
    await lease.end();
    const ready = await markTakeOutReady(deps.db.pool, takeOut, { ...sizes, generations: counts.done });
    if (!ready) await deps.store.delete(takeOut.frame_key);
    await notifyTakeOut(deps, ready);
    deps.log.info({ takeOutId, ...counts, ...sizes }, 'take-out prepared');
  } catch (error) {
    await lease.end();
    if (signal?.aborted) await renewTakeOut(deps.db.pool, takeOut, { ...counts, leaseSeconds: 0 });
    else await recordFailure(deps, takeOut, error);
  }
}

type Run = { counts: Counts; stop: AbortSignal };

async function writeArchive(deps: PrepareDeps, takeOut: ClaimedTakeOut, { counts, stop }: Run) {
  const { user_id: userId, language, email, created_at: until } = takeOut;
  const { db, store, mediaAddresses } = deps;
  const { parseKey } = mediaAddresses;
  const places = collectPlaces(deps, takeOut);
  const texts = readTexts(language);
  const formats = createFormats(texts);
  const entries = async function* () {
    yield* listEntries({ db, store, parseKey, userId, email, until, texts, formats, counts, stop });
    await places.flush();
  };
  await mkdir(deps.workDir, { recursive: true });
  const directoryPath = join(deps.workDir, temporaryName());
  const frame = writeFrame(entries(), { directoryPath, onStored: places.add });
  const options = { contentType: frameType, maxBytes: maxFrameBytes };
  await store.put(takeOut.frame_key, frame.stream, options);
  return frame.sizes();
}

const placesPerInsert = 200;

function collectPlaces({ db }: Pick<PrepareDeps, 'db'>, takeOut: ClaimedTakeOut) {
  let places: NewTakeOutFile[] = [];
  async function flush(): Promise<void> {
    await insertTakeOutFiles(db.pool, takeOut, places);
    places = [];
  }
  return {
    flush,
    add(place: NewTakeOutFile): undefined | Promise<void> {
      places.push(place);
      return places.length >= placesPerInsert ? flush() : undefined;
    },
  };
}

/** Stores the progress and keeps the sweeper away. `lost` aborts when another run has taken over nevertheless. */
function keepLease(deps: PrepareDeps, takeOut: ClaimedTakeOut, counts: Counts) {
  const lost = new AbortController();
  let shownRevision = takeOut.revision;
  const renew = async () => {
    const { done, total } = counts;
    const row = await renewTakeOut(deps.db.pool, takeOut, { done: Math.min(done, total), total });
    if (!row) lost.abort(new Error('Another run has taken over'));
    else if (row.revision > shownRevision) await notifyTakeOut(deps, row);
    shownRevision = row?.revision ?? shownRevision;
  };
  let renewing: Promise<void> | undefined;
  const timer = setInterval(() => {
    renewing ??= renew()
      // When the lease runs out, another run begins, and this one ends at its next renewal.
      .catch((err: unknown) => deps.log.warn({ err, takeOutId: takeOut.id }, 'take-out lease not renewed'))
      .finally(() => {
        renewing = undefined;
      });
  }, renewEveryMs);
  return {
    lost: lost.signal,
    async end(): Promise<void> {
      clearInterval(timer);
      await renewing;
    },
  };
}

async function recordFailure(deps: PrepareDeps, takeOut: ClaimedTakeOut, error: unknown): Promise<void> {
  const row = await markTakeOutRunFailed(deps.db.pool, takeOut);
  await notifyTakeOut(deps, row);
  if (row?.state === 'failed') throw error;
  deps.log.warn({ err: error, takeOutId: takeOut.id, run: takeOut.run }, 'take-out run failed');
}
