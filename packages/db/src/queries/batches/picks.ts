import { preparedQuery, type Queryable } from '../../prepared.ts';

type Pick = { userId: string; batchId: string; set: number };

const insert = preparedQuery<{ batch_id: string }>(
  'insert-pick',
  `insert into batch_pick (batch_id, set, generation_id)
   select g.batch_id, g.batch_set, g.id
     from generation g join batch b on b.id = g.batch_id
    where g.id = $4 and g.batch_id = $2 and g.batch_set = $3 and g.user_id = $1 and g.deleted_at is null
      and g.status in ('completed', 'partial')
   on conflict (batch_id, set) do update set generation_id = excluded.generation_id, picked_at = now()
   returning batch_id`,
);

/** Stores the user's pick of a set in place of an earlier one. Returns false when it is no finished generation of the set. */
export async function pickInSet(
  on: Queryable,
  { userId, batchId, set, generationId }: Pick & { generationId: string },
): Promise<boolean> {
  return (await insert(on, [userId, batchId, set, generationId])).length > 0;
}

const remove = preparedQuery(
  'delete-pick',
  `delete from batch_pick p using batch b
    where b.id = p.batch_id and b.user_id = $1 and p.batch_id = $2 and p.set = $3`,
);

export async function takePickBack(on: Queryable, { userId, batchId, set }: Pick): Promise<void> {
  await remove(on, [userId, batchId, set]);
}

export type ModelPicks = {
  model: string;
  medium: string;
  compared: number;
  won: number;
  keepers: number;
  credits: number;
};

const count = preparedQuery<ModelPicks>(
  'count-picks',
  `with judged as (
     select p.batch_id, p.set, winner.model as winner
       from batch_pick p
       join batch b on b.id = p.batch_id
       join generation winner on winner.id = p.generation_id
      where b.user_id = $1
   ), entered as (
     select g.model, g.medium, g.model = j.winner as is_kept, sum(g.settled) as credits,
            count(*) over (partition by j.batch_id, j.set) > 1 as is_compared
       from judged j
       join generation g on g.batch_id = j.batch_id and g.batch_set = j.set
      where g.status in ('completed', 'partial')
      group by j.batch_id, j.set, j.winner, g.model, g.medium
   ), counted as (
     select model, medium, (count(*) filter (where is_compared))::integer as compared,
            (count(*) filter (where is_compared and is_kept))::integer as won,
            (count(*) filter (where is_kept))::integer as keepers, sum(credits)::bigint as credits
       from entered group by model, medium
   )
   select * from counted order by won::float / nullif(compared, 0) desc nulls last, compared desc, keepers desc, model`,
);

/**
 * Counts for each model the sets that a user has judged in which it had a result beside one of another model, how many of
 * those it has won, how many of its results were picked in all, and what its results were charged. The model that wins most
 * often comes first.
 */
export function countPicks(on: Queryable, userId: string): Promise<ModelPicks[]> {
  return count(on, [userId]);
}
