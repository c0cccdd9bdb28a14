import type { Medium } from '@atelier/catalog';
import { AppError } from '@atelier/contract';
import type { Db } from '../../connect.ts';
import { createFinder } from '../../create-finder.ts';
import type { GenerationRow, OutputRow } from '../../generation-row.ts';
import { preparedQuery, type Queryable } from '../../prepared.ts';
import { withLinePositions } from '../line/list-line.ts';

export type GenerationWithOutputs = { generation: GenerationRow; outputs: OutputRow[] };

const findOne = preparedQuery<GenerationRow>('find-generation', 'select * from generation where id = $1');
const listOutputs = preparedQuery<OutputRow>(
  'outputs-of',
  'select * from output where generation_id = any($1) order by generation_id, position',
);

const findSome = preparedQuery<GenerationRow>(
  'find-generations',
  'select * from generation where id = any($1)',
);

export type GenerationFinder = (id: string) => Promise<GenerationRow | undefined>;

/** Finds generations with their places in the line, by their ids in lower case, for many requests at once. */
export function createGenerationFinder(on: Queryable): GenerationFinder {
  const findBy = async (ids: readonly string[]) =>
    withLinePositions(on, ids.length === 1 ? await findOne(on, [...ids]) : await findSome(on, [ids]));
  return createFinder(findBy, (row) => row.id);
}

export async function findGeneration(on: Queryable, id: string): Promise<GenerationRow | undefined> {
  const [row] = await findOne(on, [id]);
  return row;
}

const findWithOutputs = preparedQuery<GenerationRow & { outputs: OutputRow[] }>(
  'find-generation-with-outputs',
  `select g.*,
          coalesce((select jsonb_agg(to_jsonb(o) order by o.position) from output o where o.generation_id = g.id), '[]')
            as outputs
     from generation g where g.id = $1`,
);

/** A generation with all of its outputs, in one round trip. Bytes are hexadecimal text here: for reading and showing. */
export async function findGenerationWithOutputs(
  on: Queryable,
  id: string,
): Promise<GenerationWithOutputs | undefined> {
  const [row] = await findWithOutputs(on, [id]);
  if (!row) return undefined;
  const { outputs, ...generation } = row;
  return { generation, outputs };
}

/** A generation of this owner that was not deleted. Otherwise, also when another user owns it, throws not_found. */
export async function getOwnGeneration(
  on: Queryable,
  id: string,
  userId: string,
): Promise<GenerationWithOutputs> {
  const row = await findGeneration(on, id);
  if (!row || row.user_id !== userId || row.deleted_at) throw new AppError('not_found');
  const [generation = row] = await withLinePositions(on, [row]);
  return { generation, outputs: await listOutputs(on, [[id]]) };
}

const findStatus = preparedQuery<GenerationRow & { outputs: OutputRow[] }>(
  'generation-status',
  `select g.*,
          coalesce((select jsonb_agg(to_jsonb(o) order by o.position) from output o
                     where o.generation_id = g.id and g.finished_at is not null), '[]') as outputs
     from generation g
    where g.id = $1 and g.user_id = $2 and g.medium = $3 and g.deleted_at is null`,
);

/**
 * A generation with its outputs in one round trip, for clients that poll. Throws not_found unless it has this owner and
 * medium.
 */
export async function getGenerationStatus(
  on: Queryable,
  wanted: { id: string; userId: string; medium: Medium },
): Promise<GenerationWithOutputs> {
  const [row] = await findStatus(on, [wanted.id, wanted.userId, wanted.medium]);
  if (!row) throw new AppError('not_found');
  const { outputs, ...found } = row;
  const [generation = found] = await withLinePositions(on, [found]);
  return { generation, outputs };
}

/** A generation of this owner, deleted or not: because what it cost stays known. Otherwise throws not_found. */
export async function getBilledGeneration(on: Queryable, id: string, userId: string): Promise<GenerationRow> {
  const row = await findGeneration(on, id);
  if (!row || row.user_id !== userId) throw new AppError('not_found');
  return row;
}

/** Gives rows their outputs and their places in the line, in one query for all of them. Rows keep their order. */
export async function withOutputs(
  on: Queryable,
  rows: readonly GenerationRow[],
): Promise<GenerationWithOutputs[]> {
  const ended = rows.filter((row) => row.finished_at !== null);
  const outputs = ended.length > 0 ? await listOutputs(on, [ended.map((row) => row.id)]) : [];
  const byGeneration = Map.groupBy(outputs, (output) => output.generation_id);
  const placed = await withLinePositions(on, rows);
  return placed.map((generation) => ({ generation, outputs: byGeneration.get(generation.id) ?? [] }));
}

// Apart, so that a long line does not keep those out that have started. Uses generation_running and generation_line.
const listRunning = preparedQuery<GenerationRow>(
  'list-running',
  `select * from (
     (select * from generation
       where user_id = $1 and status in ('pending', 'processing') and deleted_at is null
       order by created_at desc, id desc limit 100)
     union all
     (select * from generation
       where user_id = $1 and status = 'waiting' and deleted_at is null
       order by line_place, id limit 100)
   ) as unended
   order by created_at desc, id desc`,
);

/** Lists the user's newest 100 started generations and the first 100 of the line; the newest of all comes first. */
export function listRunningGenerations(on: Queryable, userId: string): Promise<GenerationRow[]> {
  return listRunning(on, [userId]);
}

const listOwn = preparedQuery<GenerationRow>(
  'list-own',
  'select * from generation where id = any($2) and user_id = $1 and deleted_at is null',
);

/** Lists the generations among the ids that exist and belong to this user, in any order. */
export function listOwnGenerations(
  on: Queryable,
  userId: string,
  ids: readonly string[],
): Promise<GenerationRow[]> {
  return listOwn(on, [userId, ids]);
}

/**
 * The newest of one medium or of all, for the preview column. Uses generation_history, generation_library or
 * generation_newest.
 */
export async function listNewestGenerations(
  db: Db,
  query: { userId: string; medium?: Medium; limit: number },
): Promise<GenerationRow[]> {
  let select = db.kysely
    .selectFrom('generation')
    .selectAll()
    .where('user_id', '=', query.userId)
    .where('deleted_at', 'is', null);
  if (query.medium) select = select.where('medium', '=', query.medium);
  return select.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(query.limit).execute();
}
