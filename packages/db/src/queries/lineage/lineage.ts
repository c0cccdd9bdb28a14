import type { GenerationRow, OutputRow } from '../../generation-row.ts';
import { preparedQuery, type Queryable } from '../../prepared.ts';

/** A generation that another one was made from, or that was made from it. */
export type LineageRow = GenerationRow & {
  relation: 'input' | 'frame' | 'settings';
  field: string;
  output_position: number | null;
  /** 1: directly; more: through deleted ones. */
  depth: number;
  /** None of a deleted one. */
  outputs: OutputRow[];
};

const maxDepth = 5;
const maxEntries = 50;

/** Walks from a generation along its sources in one direction; past one that was deleted it goes on to the next. */
const walk = (from: 'generation_id' | 'source_id', to: 'generation_id' | 'source_id') =>
  `with recursive line as (
     select ${to} as id, relation, field, output_position, 1 as depth
       from generation_source where ${from} = $1
      union
     select s.${to}, s.relation, s.field, s.output_position, line.depth + 1
       from line
       join generation g on g.id = line.id and g.deleted_at is not null
       join generation_source s on s.${from} = line.id
      where line.depth < ${maxDepth}
   )
   select g.*, line.relation, line.field, line.output_position, line.depth,
          coalesce((select jsonb_agg(to_jsonb(o) order by o.position) from output o
                     where o.generation_id = g.id and g.finished_at is not null and g.deleted_at is null), '[]') as outputs
     from line join generation g on g.id = line.id and g.user_id = $2 and g.id <> $1
    order by line.depth, g.created_at, g.id, line.relation, line.field, line.output_position limit ${maxEntries}`;

const parents = preparedQuery<LineageRow>('list-lineage-parents', walk('generation_id', 'source_id'));
const children = preparedQuery<LineageRow>('list-lineage-children', walk('source_id', 'generation_id'));

/**
 * Lists what a generation of this user was made from and what was made from it, the nearest first. Uses
 * generation_source_once and generation_source_source.
 */
export async function listLineage(
  on: Queryable,
  id: string,
  userId: string,
): Promise<{ parents: LineageRow[]; children: LineageRow[] }> {
  const [made, making] = await Promise.all([parents(on, [id, userId]), children(on, [id, userId])]);
  return { parents: made, children: making };
}
