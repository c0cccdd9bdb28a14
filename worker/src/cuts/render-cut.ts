// Renders the next cut: files from the store, one video written by the media process, signed, stored with its generation.
// May be called at any time and twice: of many callers one renders it, and its result exists once.
import { rm } from 'node:fs/promises';
import type { CutPlan } from '@atelier/catalog/cuts';
import { type AppErrorCode, isAppError } from '@atelier/contract';
import {
  CutGoneError,
  type CutRow,
  claimNextCut,
  completeCut,
  giveBackCut,
  inTransaction,
  markCutFailed,
  markUploadsUsed,
} from '@atelier/db';
import { notifyChange, notifyCut, notifyFilm } from '@atelier/generations';
import type { WorkerDeps } from '../deps.ts';
import { keepFiles, listFiles } from '../generations/keep-files.ts';
import { makeFolder } from '../generations/store-output.ts';
import { keepLease } from './keep-lease.ts';
import { type MadeCut, type MakeDeps, makeCut } from './make-cut.ts';

type CutDeps = MakeDeps & Pick<WorkerDeps, 'mediaUrl' | 'realtime' | 'settings'>;

/** Seconds until another try when it is our own storage that fails. */
const retrySeconds = 30;

export async function renderNextCut(deps: CutDeps, stopping?: AbortSignal): Promise<void> {
  const cut = await claimNextCut(deps.db.pool);
  if (!cut) return;
  await notifyCut(deps, cut);
  const lease = keepLease(deps, cut);
  const signal = stopping ? AbortSignal.any([lease.lost, stopping]) : lease.lost;
  try {
    const folder = await makeFolder(deps);
    try {
      const made = await makeCut(deps, cut, { folder, signal, onProgress: lease.report });
      await lease.end();
      await storeCut(deps, cut, made);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  } catch (error) {
    await lease.end();
    if (!lease.lost.aborted)
      await handleFailure(deps, cut, { error, isStopping: stopping?.aborted === true });
  }
}

async function storeCut(deps: CutDeps, cut: CutRow, made: MadeCut): Promise<void> {
  const plan = cut.plan as CutPlan;
  const addresses = [...plan.clips.map(({ url }) => url), ...(plan.sound ? [plan.sound.url] : [])];
  const keys = addresses.flatMap((address) => deps.mediaAddresses.parseKey(address) ?? []);
  const files = listFiles({ storage_key: null, poster_key: null, ...made.output }, made);
  await keepFiles(deps, files, async () => {
    try {
      const done = await inTransaction(deps.db, async (on) => {
        const ended = await completeCut(on, cut, made);
        await markUploadsUsed(on, keys, ended.generation.id);
        return ended;
      });
      await notifyChange(deps, done.generation);
      await notifyCut(deps, done.cut);
      if (done.film) await notifyFilm(deps, done.film);
      deps.log.info({ cutId: cut.id, generationId: done.generation.id }, 'cut rendered');
      return true;
    } catch (error) {
      if (error instanceof CutGoneError) return false;
      throw error;
    }
  });
}

/** A fault of a file ends the cut; a worker that stops leaves it to another one, and so does our own storage. */
async function handleFailure(
  deps: CutDeps,
  cut: CutRow,
  { error, isStopping }: { error: unknown; isStopping: boolean },
): Promise<void> {
  if (isStopping || (isAppError(error) && error.isRetryable)) {
    await giveBackCut(deps.db.pool, cut, isStopping ? 0 : retrySeconds);
    deps.log.warn({ err: error, cutId: cut.id }, 'cut not rendered; it will be tried again');
    return;
  }
  const code: AppErrorCode = isAppError(error) ? error.code : 'internal_error';
  if (code === 'internal_error') deps.log.error({ err: error, cutId: cut.id }, 'cut failed');
  else deps.log.info({ err: error, cutId: cut.id }, 'cut failed');
  await notifyCut(deps, await markCutFailed(deps.db.pool, cut, code));
}
