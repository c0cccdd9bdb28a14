import { type FilmDocument, findTake, type Shot } from '@atelier/catalog/films';
import type { FilmShot, FilmSummary, FilmVersion, PublicFilm } from '@atelier/contract';
import {
  type CutRow,
  type FilmRow,
  type FilmSummaryRow,
  type FilmTake,
  findGeneration,
  findOwnCut,
  listFilmGenerations,
  listFilmTakes,
  toPublicGeneration,
  type VersionRow,
  withOutputs,
} from '@atelier/db';
import { describeFilmPlan, hashFilmPlan, toPublicCut } from '@atelier/generations';
import type { RouteDeps } from '../../api.ts';
import { hashLine, priceShot } from './price-shots.ts';

type Deps = Pick<RouteDeps, 'db' | 'mediaUrl'>;

/** A film as its owner sees it, in a fixed number of queries. */
export async function toPublicFilm(deps: Deps, row: FilmRow): Promise<PublicFilm> {
  const { pool } = deps.db;
  const [{ takes, spentCredits }, cut, found, result] = await Promise.all([
    listFilmTakes(pool, row.id),
    row.cut_id ? findOwnCut(pool, row.cut_id, row.user_id) : undefined,
    listFilmGenerations(pool, row.id).then((generations) => withOutputs(pool, generations)),
    row.generation_id ? findGeneration(pool, row.generation_id) : undefined,
  ]);
  // A result in the trash is opened nowhere: the film can be joined again.
  const resultId = result && result.deleted_at === null ? result.id : null;
  const { document } = row;
  const shots = describeShots(document, takes);
  const missing = shots.filter(({ state }) => state === 'missing');
  const shotIds = new Map(takes.map(({ id, shotId }) => [id, shotId]));
  return {
    id: row.id,
    name: row.name,
    project_id: row.project_id,
    revision: row.revision,
    document,
    shots,
    takes: found.flatMap((each) => {
      const shot_id = shotIds.get(each.generation.id);
      return shot_id ? [{ shot_id, generation: toPublicGeneration(each, deps.mediaUrl) }] : [];
    }),
    price: {
      missing: missing.length,
      credits: missing.reduce((sum, { cost_credits }) => sum + (cost_credits ?? 0), 0),
      spent_credits: spentCredits,
    },
    cut: cut ? toPublicCut(cut) : null,
    generation_id: resultId,
    is_joined: resultId !== null && isJoined(row, cut, takes),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function describeShots(document: FilmDocument, takes: readonly FilmTake[]): FilmShot[] {
  const byShot = Map.groupBy(takes, ({ shotId }) => shotId);
  return document.shots.map((shot, index) => {
    const { line, cost, issues } = priceShot(document, index);
    const own = byShot.get(shot.id) ?? [];
    const [issue] = issues;
    return {
      id: shot.id,
      state: findState(shot, own, hashLine(line)),
      take_id: findTake(shot, own)?.id ?? null,
      kind: cost === null ? null : (line?.kind ?? null),
      cost_credits: cost,
      problem: issue ? { path: issue.path, code: issue.code, message: issue.message } : null,
    };
  });
}

function findState(shot: Shot, takes: readonly FilmTake[], asked: string): FilmShot['state'] {
  if (takes.some(({ state }) => state === 'running')) return 'running';
  const take = findTake(shot, takes);
  if (!take) return 'missing';
  return take.asked === asked ? 'ready' : 'changed';
}

/** Places of the shots that have no good take and none that is being made. */
export function listMissing({ shots }: FilmDocument, takes: readonly FilmTake[]): number[] {
  const covered = new Set(takes.filter(({ state }) => state !== 'failed').map(({ shotId }) => shotId));
  return shots.flatMap(({ id }, index) => (covered.has(id) ? [] : [index]));
}

/** Whether the joined film shows the document. The row of a completed cut is removed after a day. */
function isJoined(row: FilmRow, cut: CutRow | undefined, takes: readonly FilmTake[]): boolean {
  if (cut && cut.state !== 'completed') return false;
  const plan = describeFilmPlan(row.document, takes);
  return plan !== undefined && hashFilmPlan(plan) === row.joined;
}

export function toFilmSummary({ mediaUrl }: Pick<Deps, 'mediaUrl'>, row: FilmSummaryRow): FilmSummary {
  const { id, name, shots, ready, generation_id } = row;
  return {
    id,
    name,
    shots,
    ready,
    cover_url: row.cover_key && mediaUrl(row.cover_key),
    generation_id,
    updated_at: row.updated_at.toISOString(),
  };
}

export function toPublicVersion({ created_at, ...row }: VersionRow): FilmVersion {
  return { ...row, created_at: created_at.toISOString() };
}
