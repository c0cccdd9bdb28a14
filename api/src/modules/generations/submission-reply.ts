import { AppError, type CreateReply } from '@atelier/contract';
import {
  type Db,
  findFirstAnswer,
  findGeneration,
  type GenerationRow,
  type MediaUrl,
  type NewGeneration,
  toPublicGeneration,
} from '@atelier/db';

/** What a submission is answered with: the row, and the balance that its hold left. */
export type Submitted = { generation: GenerationRow; leftCredits: number };

/** A repeated request gets the answer of the first one, if it asks for the same (ruling 4). */
export async function firstAnswer(
  deps: { db: Db },
  repeated: Pick<NewGeneration, 'userId' | 'idempotency'>,
): Promise<Submitted> {
  const { idempotency, userId } = repeated;
  const first = idempotency && (await findFirstAnswer(deps.db.pool, userId, idempotency.key));
  // The first one's transaction is still open, or its key has just run out.
  if (!first) throw new AppError('in_progress');
  if (!first.bodySha256.equals(idempotency.bodySha256)) throw new AppError('idempotency_mismatch');
  const generation = await findGeneration(deps.db.pool, first.generationId);
  if (!generation) throw new AppError('in_progress');
  return { generation, leftCredits: first.leftCredits };
}

/** The answer of an earlier request with the same key; undefined when this is the first. */
export async function findFirstSubmission(
  deps: { db: Db },
  request: Pick<NewGeneration, 'userId' | 'idempotency'>,
): Promise<Submitted | undefined> {
  const { idempotency, userId } = request;
  const first = idempotency && (await findFirstAnswer(deps.db.pool, userId, idempotency.key));
  return first ? firstAnswer(deps, request) : undefined;
}

/** What every creation call answers (rulings, "Endpoints"). */
export function toCreateReply(submitted: Submitted, mediaUrl: MediaUrl): CreateReply {
  const generation = toPublicGeneration({ generation: submitted.generation, outputs: [] }, mediaUrl);
  return {
    id: generation.id,
    request_id: generation.request_id,
    status: 'pending',
    credits: { cost: generation.credits.cost, left_credits: submitted.leftCredits },
    generation,
  };
}
