import type { GenerationRow } from '../../../generation-row.ts';
import { preparedQuery, type Queryable } from '../../../prepared.ts';

const giveBack = preparedQuery<GenerationRow>(
  'return-to-line',
  `with asked as materialized (
     select id from generation
      where id = $1 and case when $3::text is null then status = 'pending' else provider_request_id = $3 end
        for no key update
   )
   select returned.* from asked cross join lateral return_to_line(asked.id, $2) returned`,
);

/**
 * Puts a generation back to the front of its user's line, with its hold, because the provider certainly did not begin it:
 * its attempt is being submitted, or the provider's answer to `answered` said so. Frees its place. Returns undefined when it
 * is in no such state, or its owner has asked to cancel it. A result of an earlier attempt, which may come while the last is
 * being refused, is kept. Its event is in the outbox as `returned:` with id and attempt.
 */
export async function returnToLine(
  on: Queryable,
  { generationId, attempt, answered }: { generationId: string; attempt: number; answered?: string | null },
): Promise<GenerationRow | undefined> {
  const [row] = await giveBack(on, [generationId, attempt, answered ?? null]);
  return row;
}

const countAnswered = preparedQuery<{ count: number }>(
  'count-returns',
  `select count(*)::integer as count from provider_submission
    where generation_id = $1 and state = 'refused' and provider_request_id is not null`,
);

/** Counts how often a generation went back into its line after the provider had accepted it. */
export async function countReturns(on: Queryable, generationId: string): Promise<number> {
  const [row] = await countAnswered(on, [generationId]);
  return row?.count ?? 0;
}
