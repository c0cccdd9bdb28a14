// Shared by api and worker: the cut that joins a film, its hash, which shows whether a film is joined, and the event of a
// change.
import type { CutPlan } from '@atelier/catalog/cuts';
import { type FilmDocument, findTake, planFilmCut } from '@atelier/catalog/films';
import type { FilmRow, FilmTake } from '@atelier/db';
import type { Emitter } from '@atelier/realtime';
import { requestHash } from './made-of.ts';

/** Returns undefined while a shot has no good take. Addresses have no host. `takes`: the newest first. */
export function describeFilmPlan(document: FilmDocument, takes: readonly FilmTake[]): CutPlan | undefined {
  const byShot = Map.groupBy(takes, ({ shotId }) => shotId);
  const shown = document.shots.flatMap((shot) => {
    const output = findTake(shot, byShot.get(shot.id) ?? [])?.output;
    return output
      ? [[shot.id, { url: `/media/${output.storageKey}`, seconds: output.seconds }] as const]
      : [];
  });
  return planFilmCut(document, new Map(shown));
}

/** SHA-256 in hexadecimal digits, the same in whatever order the database has the fields. */
export function hashFilmPlan(plan: CutPlan): string {
  return requestHash(plan).toString('hex');
}

/** Has the owner's browsers read the film again. */
export async function notifyFilm(
  { realtime }: { realtime: Pick<Emitter, 'emitToUser'> },
  { id, user_id: userId, revision }: Pick<FilmRow, 'id' | 'user_id' | 'revision'>,
): Promise<void> {
  await realtime.emitToUser(userId, 'film:changed', { id, revision });
}
