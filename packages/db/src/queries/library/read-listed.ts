import type { WaitingReason } from '@atelier/contract';
import { listedColumns as columns, type ListedColumn } from '../../generation-columns.ts';
import type { GenerationRow, OutputRow } from '../../generation-row.ts';
import { preparedQuery, type Queryable } from '../../prepared.ts';
import { withLinePositions } from '../line/list-line.ts';

/** None of them has another type in JSON than as a column. */
const outputColumns = [
  'id',
  'storage_key',
  'poster_key',
  'placeholder',
  'content_type',
  'bytes',
  'width',
  'height',
  'duration_seconds',
  'fps',
  'text',
  'is_flagged',
  'original_url',
  'peaks',
] as const satisfies readonly (keyof OutputRow)[];

export type ListedRow = Pick<GenerationRow, ListedColumn> & { waiting_reason?: WaitingReason };
export type ListedOutput = Pick<OutputRow, (typeof outputColumns)[number]>;
export type ListedGeneration = { generation: ListedRow; outputs: ListedOutput[] };

/** A row of a list as it is read: its outputs come with it, so that a page takes one round trip. */
export type PlacedRow = ListedRow & { outputs: ListedOutput[] };

/** Columns that a statement selects from `generation g` for a list. Outputs are shown when their generation has ended. */
export const listedColumns = `${columns.map((name) => `g.${name}`).join(', ')},
  case when g.finished_at is null then '[]' else
    (select coalesce(json_agg(o), '[]')
       from (select ${outputColumns.join(', ')} from output
              where generation_id = g.id order by position) o) end as outputs`;

const read = preparedQuery<PlacedRow>(
  'read-listed',
  `select ${listedColumns} from generation g where g.id = any($1) order by g.created_at desc, g.id desc`,
);

/** These generations, newest first. */
export async function readListed(on: Queryable, ids: readonly string[]): Promise<ListedGeneration[]> {
  return ids.length === 0 ? [] : toListed(on, await read(on, [ids]));
}

/** Adds the places in the line to waiting generations. */
export async function toListed(
  on: Queryable,
  generations: readonly PlacedRow[],
): Promise<ListedGeneration[]> {
  const placed = await withLinePositions(on, generations);
  return placed.map((generation) => ({ generation, outputs: generation.outputs }));
}
