// Makes takes of shots: a batch, whose generations become takes of the film in the transaction that reserves them.
import type { FilmDocument } from '@atelier/catalog/films';
import {
  AppError,
  type CreateBatchBody,
  isAppError,
  type MakeShotsBody,
  type MakeShotsReply,
  submissionFields,
} from '@atelier/contract';
import {
  type BatchTake,
  type FilmRow,
  type FilmTake,
  findFirstBatch,
  insertFilmTake,
  insertVersion,
  isOpenProject,
  listBatchTakes,
  listFilmTakes,
  lockOwnFilm,
  setJoinDue,
} from '@atelier/db';
import { notifyFilm } from '@atelier/generations';
import { v7 as uuidv7 } from 'uuid';
import type { RouteDeps } from '../../api.ts';
import { type Alongside, priceBatch, submitBatch } from '../batches/submit-batch.ts';
import type { Submitter } from '../generations/prepare-submission.ts';
import type { SubmissionOrigin } from '../generations/read-submission.ts';
import { filmChanged, getOwnFilm } from './change-film.ts';
import { listMissing, toPublicFilm } from './describe-film.ts';
import { hashLine, type PricedShot, priceShot, toShotPath } from './price-shots.ts';
import { assertValid, type Issue, refusedValue } from './read-document.ts';

type Asked = {
  id: string;
  submitter: Submitter;
  body: MakeShotsBody;
  origin: SubmissionOrigin;
};

/** Thrown when a shot that was missing has a take by now. */
class TakesChanged extends Error {}

/**
 * Makes one take of each shot, or says what it would cost. A repeated request_id gets the first answer. Throws AppError as
 * `submitBatch`, with problems at their place in the document; film_changed, nothing_to_make, film_over_budget.
 */
export async function makeShots(deps: RouteDeps, asked: Asked): Promise<MakeShotsReply> {
  for (;;) {
    try {
      return await tryToMake(deps, asked);
    } catch (error) {
      if (!(error instanceof TakesChanged)) throw error;
    }
  }
}

async function tryToMake(deps: RouteDeps, asked: Asked): Promise<MakeShotsReply> {
  const { body, submitter } = asked;
  const film = await getOwnFilm(deps, { id: asked.id, userId: submitter.userId });
  const { takes, spentCredits } = await listFilmTakes(deps.db.pool, film.id);
  // The batch is read after the takes, so that it is found when they include those of an earlier request.
  const first = body.dry_run ? undefined : await findFirst(deps, asked, film);
  if (first) return describeMade(deps, asked, first);
  if (film.revision !== body.revision) throw filmChanged(film);
  const shots = chooseShots(film.document, takes, body.shots).map((index) => priceShot(film.document, index));
  if (shots.length === 0) throw new AppError('nothing_to_make');
  if (body.dry_run) return priceShots(deps, asked, { film, shots });
  assertValid(shots.flatMap(({ issues }) => issues));
  assertBudget(
    film.document,
    spentCredits,
    shots.map(({ cost }) => cost ?? 0),
  );
  const batch = await submitShots(deps, asked, { film, shots });
  const made = await listBatchTakes(deps.db.pool, film.id, batch.id);
  // The request_id belongs to a batch outside of this film.
  if (made.length === 0) throw new AppError('idempotency_mismatch');
  await notifyFilm(deps, film);
  return describeMade(deps, asked, { ...batch, made });
}

/** Places of the shots in the document. */
function chooseShots(
  document: FilmDocument,
  takes: readonly FilmTake[],
  named: readonly string[] | undefined,
): number[] {
  if (!named) return listMissing(document, takes);
  const ids = new Set(named.map((id) => id.toLowerCase()));
  const known = new Set(document.shots.map(({ id }) => id));
  assertValid(
    [...ids].flatMap((id, index) =>
      known.has(id) ? [] : [refusedValue(`shots.${index}`, 'The film has no such shot')],
    ),
  );
  return document.shots.flatMap(({ id }, index) => (ids.has(id) ? [index] : []));
}

type Chosen = { film: FilmRow; shots: readonly PricedShot[] };

async function priceShots(
  deps: RouteDeps,
  { submitter, body: asked, origin }: Asked,
  { film, shots }: Chosen,
): Promise<MakeShotsReply> {
  const planned = shots.filter(({ line }) => line !== undefined);
  const body = await composeBatch(deps, asked, { film, shots: planned });
  const priced = await priceBatch(deps, submitter, { body, origin });
  const lines = new Map(planned.map((shot, index) => [shot, index + 1]));
  return {
    dry_run: true,
    total_credits: priced.total_credits,
    left_credits: priced.fits.left_credits,
    shots: shots.map((shot) => {
      const { index, issues } = shot;
      const line = lines.get(shot);
      const [found] = priced.problems.filter((problem) => problem.line === line);
      const problem = issues[0] ?? (found && { ...found, path: toShotPath(index, found.path) });
      return {
        id: film.document.shots[index]?.id ?? '',
        cost_credits: priced.lines.find((each) => each.line === line)?.cost_credits ?? null,
        problem: problem ? { path: problem.path, code: problem.code, message: problem.message } : null,
      };
    }),
    batch_id: null,
    film: null,
  };
}

/** Body of the batch, with the fields that were sent. Its project defaults to that of the film while that is open. */
async function composeBatch(
  { db }: RouteDeps,
  { revision: _revision, shots: _shots, dry_run: _isDry, ...fields }: MakeShotsBody,
  { film: { name, project_id: projectId, user_id: userId }, shots }: Chosen,
): Promise<CreateBatchBody> {
  const isOpen =
    fields.project_id === undefined && projectId ? await isOpenProject(db.pool, userId, projectId) : false;
  return {
    ...(isOpen && { project_id: projectId }),
    ...fields,
    name,
    lines: shots.flatMap(({ line }) => line ?? []),
  };
}

async function submitShots(deps: RouteDeps, asked: Asked, chosen: Chosen) {
  const body = await composeBatch(deps, asked.body, chosen);
  try {
    const alongside = keepTakes(asked, chosen);
    return await submitBatch(deps, asked.submitter, { body, origin: asked.origin, alongside });
  } catch (error) {
    throw toShotIssues(error, chosen.shots);
  }
}

/** Adds the takes under the lock of the film, so that two requests at once count each other's takes. */
function keepTakes({ body, submitter: { userId } }: Asked, { film, shots }: Chosen): Alongside {
  return async (on, rows) => {
    const locked = await lockOwnFilm(on, film.id, userId);
    if (!locked) throw new AppError('not_found');
    if (locked.revision !== film.revision) throw filmChanged(locked);
    const { id: filmId, document, revision } = locked;
    const { takes, spentCredits } = await listFilmTakes(on, filmId);
    const missing = new Set(listMissing(document, takes));
    if (!body.shots && shots.some(({ index }) => !missing.has(index))) throw new TakesChanged();
    const most = readMostCredits(body);
    assertBudget(
      document,
      spentCredits,
      rows.map(({ cost }) => Math.max(cost, most)),
    );
    const version = { id: uuidv7(), filmId, reason: 'made' as const, name: null };
    await insertVersion(on, { ...version, revision, document });
    for (const [place, { id: generationId }] of rows.entries()) {
      const { line, index = -1 } = shots[place] ?? {};
      const shotId = document.shots[index]?.id;
      if (!line || !shotId) throw new Error(`Line ${place + 1} of a film has no shot`);
      await insertFilmTake(on, { generationId, filmId, shotId, asked: hashLine(line) });
    }
    await setJoinDue(on, filmId, 0);
  };
}

/** Most credits that a stand-in for the model of a take may cost. */
function readMostCredits(body: MakeShotsBody): number {
  const consent = submissionFields.shape.if_down.safeParse(body.if_down ?? undefined).data;
  return typeof consent === 'object' ? consent.max_credits : 0;
}

function assertBudget(
  { budget_credits: budget }: FilmDocument,
  spent: number,
  costs: readonly number[],
): void {
  const required = costs.reduce((sum, cost) => sum + cost, 0);
  if (budget !== null && spent + required > budget)
    throw new AppError('film_over_budget', { details: { budget, spent, required } });
}

/** Names the problems of lines by the shots that they were made of: `lines.1.image_url` becomes `shots.4.first_url`. */
function toShotIssues(error: unknown, shots: readonly PricedShot[]): unknown {
  if (!isAppError(error) || error.code !== 'validation_failed') return error;
  const issues = (error.details.issues as Issue[]).map((issue) => {
    const [, line, field] = /^lines\.(\d+)\.(.+)$/.exec(issue.path) ?? [];
    const shot = shots[Number(line) - 1];
    return shot && field ? { ...issue, path: toShotPath(shot.index, field) } : issue;
  });
  return new AppError(error.code, { details: { ...error.details, issues } });
}

type Made = { id: string; leftCredits: number; made: BatchTake[] };

/** Takes that an earlier request with the same key made. Throws idempotency_mismatch when that one meant something else. */
async function findFirst(
  { db }: RouteDeps,
  { body, origin, submitter: { userId } }: Asked,
  { id }: FilmRow,
): Promise<Made | undefined> {
  const key = submissionFields.shape.request_id.safeParse(
    origin.idempotencyKey ?? body.request_id ?? undefined,
  ).data;
  const batch = key && (await findFirstBatch(db.pool, userId, key.toLowerCase()));
  if (!batch) return undefined;
  const made = await listBatchTakes(db.pool, id, batch.id);
  const named = body.shots && new Set(body.shots.map((shot) => shot.toLowerCase()));
  const isSame = !named || (named.size === made.length && made.every(({ shot_id }) => named.has(shot_id)));
  if (made.length === 0 || !isSame) throw new AppError('idempotency_mismatch');
  return { id: batch.id, leftCredits: batch.left_credits, made };
}

async function describeMade(
  deps: RouteDeps,
  { id, submitter: { userId } }: Asked,
  { id: batchId, leftCredits, made }: Made,
): Promise<MakeShotsReply> {
  return {
    dry_run: false,
    total_credits: made.reduce((sum, { cost }) => sum + cost, 0),
    left_credits: leftCredits,
    shots: made.map(({ shot_id, cost }) => ({ id: shot_id, cost_credits: cost, problem: null })),
    batch_id: batchId,
    film: await toPublicFilm(deps, await getOwnFilm(deps, { id, userId })),
  };
}
