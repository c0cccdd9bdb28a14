// Changes of a film. When two are made to one revision, the first takes effect and the second is kept as a version.
import { emptyFilm, type FilmDocument } from '@atelier/catalog/films';
import { AppError } from '@atelier/contract';
import {
  changeFilm,
  deleteFilm,
  type FilmRow,
  findChangedFilm,
  findOwnFilm,
  findVersionDocument,
  inPreparedTransaction,
  insertFilm,
  insertFilmTake,
  insertVersion,
  listFilmTakes,
  lockOwnFilm,
  lockOwnProject,
  markCutCancelled,
  type Queryable,
  setJoinDue,
  type VersionRow,
} from '@atelier/db';
import { describeFilmPlan, hashFilmPlan, notifyCut, notifyFilm } from '@atelier/generations';
import { v7 as uuidv7 } from 'uuid';
import type { RouteDeps } from '../../api.ts';
import { projectUnknown } from '../generations/refusals.ts';
import { hashLine, priceShot } from './price-shots.ts';
import { assertValid, findTotalIssues, readDocument, refusedValue } from './read-document.ts';
import { type ChosenTake, readWorks, refuseWork } from './read-works.ts';

type FilmId = { id: string; userId: string };

export async function getOwnFilm({ db }: Pick<RouteDeps, 'db'>, { id, userId }: FilmId): Promise<FilmRow> {
  const film = await findOwnFilm(db.pool, id, userId);
  if (!film) throw new AppError('not_found');
  return film;
}

async function lockFilm(on: Queryable, { id, userId }: FilmId): Promise<FilmRow> {
  const film = await lockOwnFilm(on, id, userId);
  if (!film) throw new AppError('not_found');
  return film;
}

type NewFilm = {
  userId: string;
  name: string;
  document?: FilmDocument | undefined;
  /** Generations that become its shots, in place of a document. */
  works?: readonly string[] | undefined;
  projectId?: string | undefined;
};

/**
 * Stores a new film. Throws as `readDocument` and `readWorks`, and too_many_films. A document has no takes, so none is
 * chosen.
 */
export async function createFilm(
  deps: RouteDeps,
  { userId, name, document: sent = emptyFilm, works, projectId }: NewFilm,
): Promise<FilmRow> {
  if (works && sent !== emptyFilm) assertValid([refusedValue('works', 'A film has a document or works')]);
  const { document: begun, takes } = works
    ? await readWorks(deps, userId, works)
    : { document: sent, takes: [] };
  const shots = begun.shots.map((shot) => ({ ...shot, take_id: null }));
  const document = await readDocument(deps, { userId, document: { ...begun, shots }, takes: [] });
  const film = await inPreparedTransaction(deps.db, async (on) => {
    if (projectId !== undefined && !(await lockOwnProject(on, userId, projectId))?.is_open)
      assertValid([projectUnknown]);
    const film = await insertFilm(on, { id: uuidv7(), userId, name, projectId: projectId ?? null, document });
    if (!film) throw new AppError('too_many_films');
    await keepChosenTakes(on, film, takes);
    return film;
  });
  await notifyFilm(deps, film);
  return film;
}

/** Each counts as made of what its shot asks for. Throws validation_failed for one that is not good: returned, or gone. */
async function keepChosenTakes(on: Queryable, film: FilmRow, chosen: readonly ChosenTake[]): Promise<void> {
  if (chosen.length === 0) return;
  const { id: filmId, document } = film;
  for (const { shotId, generationId } of chosen) {
    const { line } = priceShot(
      document,
      document.shots.findIndex(({ id }) => id === shotId),
    );
    await insertFilmTake(on, { generationId, filmId, shotId, asked: hashLine(line) });
  }
  const { takes } = await listFilmTakes(on, filmId);
  const good = new Set(takes.flatMap(({ id, state }) => (state === 'good' ? [id] : [])));
  assertValid(
    chosen.flatMap(({ generationId, place }) => (good.has(generationId) ? [] : [refuseWork(place)])),
  );
  assertValid(findTotalIssues(takes.map(({ output }) => output?.seconds ?? 0)));
  await planJoining(on, film);
}

type Change = FilmId & { revision: number; name?: string | undefined; document?: FilmDocument | undefined };

/**
 * Returns the film, also when it was already as the change makes it. Throws as `readDocument`, and film_changed when another
 * revision than the film's was edited; the document is then kept as a version.
 */
export async function changeOwnFilm(deps: RouteDeps, { document: sent, ...asked }: Change): Promise<FilmRow> {
  const { document: present } = await getOwnFilm(deps, asked);
  const { takes } = await listFilmTakes(deps.db.pool, asked.id);
  const { userId } = asked;
  const document = sent && (await readDocument(deps, { userId, document: sent, present, takes }));
  const change = { ...asked, document };
  const { film, refusal } = await inPreparedTransaction(deps.db, async (on) => {
    const locked = await lockFilm(on, change);
    const changed = await changeFilm(on, change);
    if (changed) await planJoining(on, changed);
    const done = changed ?? (await findChangedFilm(on, change));
    if (done) return { film: done };
    return { film: locked, refusal: filmChanged(locked, await keepOvertaken(on, change)) };
  });
  if (refusal) throw refusal;
  await notifyFilm(deps, film);
  return film;
}

/** Refusal of a change to an earlier revision. `version` holds the document that was sent, if there was one. */
export function filmChanged({ revision }: FilmRow, version?: VersionRow): AppError {
  return new AppError('film_changed', { details: { revision, version: version?.id ?? null } });
}

async function keepOvertaken(
  on: Queryable,
  { id: filmId, revision, document }: Change,
): Promise<VersionRow | undefined> {
  if (!document) return undefined;
  return insertVersion(on, { id: uuidv7(), filmId, reason: 'overtaken', name: null, revision, document });
}

/** Seconds without a change after which a film is joined. */
const restSeconds = 10;

async function planJoining(on: Queryable, { id, document, joined }: FilmRow): Promise<void> {
  const { takes } = await listFilmTakes(on, id);
  const plan = describeFilmPlan(document, takes);
  if (plan && hashFilmPlan(plan) !== joined) await setJoinDue(on, id, restSeconds);
}

/** Has a worker join the film now, or once its takes have ended. Throws film_incomplete. */
export async function joinNow(deps: RouteDeps, asked: FilmId): Promise<FilmRow> {
  const film = await getOwnFilm(deps, asked);
  const { takes } = await listFilmTakes(deps.db.pool, film.id);
  if (!describeFilmPlan(film.document, takes)) throw new AppError('film_incomplete');
  await setJoinDue(deps.db.pool, film.id, 0);
  return film;
}

/** Keeps the film as it is by a name. Throws too_many_versions. */
export async function saveVersion(deps: RouteDeps, asked: FilmId & { name: string }): Promise<VersionRow> {
  const { version, film } = await inPreparedTransaction(deps.db, async (on) => {
    const film = await lockFilm(on, asked);
    const { id: filmId, revision, document } = film;
    const { name } = asked;
    const kept = { id: uuidv7(), filmId, reason: 'saved' as const, name, revision, document };
    const version = await insertVersion(on, kept);
    if (!version) throw new AppError('too_many_versions');
    return { film, version };
  });
  await notifyFilm(deps, film);
  return version;
}

/** Puts a version in place of the document, which is kept as a version in turn. */
export async function restoreVersion(deps: RouteDeps, asked: FilmId & { version: string }): Promise<FilmRow> {
  const film = await inPreparedTransaction(deps.db, async (on) => {
    const { revision, document: present } = await lockFilm(on, asked);
    const { id: filmId, userId, version } = asked;
    const document = await findVersionDocument(on, filmId, version);
    if (!document) throw new AppError('not_found');
    const kept = { id: uuidv7(), filmId, reason: 'restored' as const, name: null, revision };
    await insertVersion(on, { ...kept, document: present });
    const changed = await changeFilm(on, { id: filmId, userId, revision, document });
    if (!changed) throw new AppError('not_found');
    await planJoining(on, changed);
    return changed;
  });
  await notifyFilm(deps, film);
  return film;
}

/** Deletes a film and cancels its joining. Its takes and the joined film stay in the library. */
export async function deleteOwnFilm(deps: RouteDeps, asked: FilmId): Promise<FilmRow> {
  const { film, cut } = await inPreparedTransaction(deps.db, async (on) => {
    const film = await lockFilm(on, asked);
    const cut = film.cut_id ? await markCutCancelled(on, film.cut_id, film.user_id) : undefined;
    await deleteFilm(on, film.id, film.user_id);
    return { film, cut };
  });
  await notifyCut(deps, cut);
  await notifyFilm(deps, film);
  return film;
}
