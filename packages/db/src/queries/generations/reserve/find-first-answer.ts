import { preparedQuery, type Queryable } from '../../../prepared.ts';

type FirstAnswer = { generationId: string; bodySha256: Buffer; leftCredits: number };

const find = preparedQuery<{ generation_id: string; body_sha256: Buffer; available_after: number }>(
  'find-first-answer',
  `select k.generation_id, k.body_sha256, e.available_after
     from idempotency_key k
     join ledger_entry e on e.entry_key = 'reserve:' || k.generation_id::text
    where k.user_id = $1 and k.key = $2`,
);

/** The reply that the first request with this key got, so that a repeated one gets the same. Keys live for 24 h. */
export async function findFirstAnswer(
  on: Queryable,
  userId: string,
  key: string,
): Promise<FirstAnswer | undefined> {
  const [row] = await find(on, [userId, key]);
  if (!row) return undefined;
  return { generationId: row.generation_id, bodySha256: row.body_sha256, leftCredits: row.available_after };
}
