import { AppError } from '@atelier/contract';
import {
  type Db,
  findFirstAnswer,
  findGeneration,
  type GenerationRow,
  type NewGeneration,
  withLinePositions,
} from '@atelier/db';

/** An accepted submission: its row, and the balance after its hold. `isRepeated`: an earlier request made it. */
export type Submitted = { generation: GenerationRow; leftCredits: number; isRepeated: boolean };

type Repeated = Pick<NewGeneration, 'userId' | 'idempotency'>;

/** The earlier submission with the same key; undefined when this is the first. Throws as `getFirstSubmission` does. */
export async function findFirstSubmission(
  deps: { db: Db },
  request: Repeated,
): Promise<Submitted | undefined> {
  const { idempotency, userId } = request;
  const first = idempotency && (await findFirstAnswer(deps.db.pool, userId, idempotency.key));
  return first ? getFirstSubmission(deps, request) : undefined;
}

/** The earlier submission with the same key. Throws idempotency_mismatch when that one meant something else. */
export async function getFirstSubmission(
  deps: { db: Db },
  { idempotency, userId }: Repeated,
): Promise<Submitted> {
  const first = idempotency && (await findFirstAnswer(deps.db.pool, userId, idempotency.key));
  // The first request's transaction is still open, or its key has just expired.
  if (!first) throw new AppError('in_progress');
  if (!first.bodySha256.equals(idempotency.bodySha256)) throw new AppError('idempotency_mismatch');
  const found = await findGeneration(deps.db.pool, first.generationId);
  const [generation] = await withLinePositions(deps.db.pool, found ? [found] : []);
  if (!generation) throw new AppError('in_progress');
  return { generation, leftCredits: first.leftCredits, isRepeated: true };
}
