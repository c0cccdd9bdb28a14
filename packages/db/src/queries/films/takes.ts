import type { Take } from '@atelier/catalog/films';
import { preparedQuery, type Queryable } from '../../prepared.ts';

/** A generation that was made for a shot, or chosen as its take, with its first file. */
type TakeRow = {
  shot_id: string;
  asked: string;
  id: string;
  is_ended: boolean;
  is_charged: boolean;
  credits: number;
  is_gone: boolean;
  output_id: string | null;
  storage_key: string | null;
  seconds: number | null;
};

/** `credits`: held, or charged and not returned. The output is absent while the take has no file. */
export type FilmTake = Take & {
  credits: number;
  output: { id: string; storageKey: string; seconds: number } | undefined;
};

/** SQL: what was returned of the price of the generation that `name` stands for. */
const sumReturned = (name: string) =>
  `coalesce((select sum(r.d_available) from ledger_entry r where r.generation_id = ${name}.id and r.kind = 'refund'), 0)`;

/**
 * SQL: whether the generation that `name` stands for has a result that was charged, and whose credits were not returned, or
 * that is free, as a cut is.
 */
export const isCharged = (name: string) =>
  `(${name}.status = 'completed' and (${name}.cost = 0 or ${name}.settled > ${sumReturned(name)}))`;

const listRows = preparedQuery<TakeRow>(
  'list-film-takes',
  `select t.shot_id, t.asked, g.id, g.finished_at is not null as is_ended, ${isCharged('g')} as is_charged,
          case when g.finished_at is null then g.cost else g.settled - ${sumReturned('g')} end::integer as credits,
          g.purged_at is not null as is_gone, o.id as output_id, o.storage_key, o.duration_seconds as seconds
     from film_take t
     join generation g on g.id = t.generation_id
     left join output o on o.generation_id = g.id and o.position = 0
    where t.film_id = $1
    order by g.id desc`,
);

/** `takes`: those that are left, the newest first. `spentCredits` counts those that were deleted for good, too. */
export async function listFilmTakes(
  on: Queryable,
  filmId: string,
): Promise<{ takes: FilmTake[]; spentCredits: number }> {
  const rows = await listRows(on, [filmId]);
  const takes = rows.map(toTake);
  return {
    takes: takes.filter((_, index) => !rows[index]?.is_gone),
    spentCredits: takes.reduce((sum, { credits }) => sum + credits, 0),
  };
}

function toTake({ storage_key: storageKey, output_id: outputId, seconds, ...row }: TakeRow): FilmTake {
  const output = storageKey && outputId && seconds ? { id: outputId, storageKey, seconds } : undefined;
  const isGood = row.is_charged && output !== undefined;
  return {
    id: row.id,
    shotId: row.shot_id,
    asked: row.asked,
    state: row.is_ended ? (isGood ? 'good' : 'failed') : 'running',
    credits: row.credits,
    output,
  };
}

const insertRow = preparedQuery(
  'insert-film-take',
  'insert into film_take (generation_id, film_id, shot_id, asked) values ($1, $2, $3, $4)',
);

export type NewFilmTake = { generationId: string; filmId: string; shotId: string; asked: string };

/** Adds a take in the transaction that makes its generation. */
export async function insertFilmTake(
  on: Queryable,
  { generationId, filmId, shotId, asked }: NewFilmTake,
): Promise<void> {
  await insertRow(on, [generationId, filmId, shotId, asked]);
}
