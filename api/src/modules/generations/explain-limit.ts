import type { AppError } from '@atelier/contract';
import { explainRefusal } from '@atelier/db';
import { type SubmitDeps, type Submitter, sumCosts } from './prepare-submission.ts';
import type { ReadLine } from './read-submission.ts';
import { refusalError } from './refusals.ts';

/** `askedCost`: the most that they may cost together. */
export type PricedLines = { lines: readonly ReadLine[]; askedCost: number };

type LimitDeps = Pick<SubmitDeps, 'db' | 'env'>;

export function readLimits({ env }: Pick<SubmitDeps, 'env'>) {
  return { maxRunning: env.LIMIT_RUNNING, maxWaiting: env.LIMIT_WAITING };
}

/** Why these lines together cannot be reserved, read after it was found. `details` are added to those of a limit. */
export async function explainLimit(
  deps: LimitDeps,
  { userId, keyId }: Submitter,
  { lines, askedCost }: PricedLines,
  details: Readonly<Record<string, unknown>> = {},
): Promise<AppError> {
  const limits = readLimits(deps);
  const refusal = await explainRefusal(deps.db.pool, {
    userId,
    apiKeyId: keyId ?? null,
    ...limits,
    costCredits: sumCosts(lines),
    askedCost,
    // Approvals have an answer of their own (reserve-approved.ts).
    isApproved: true,
    count: lines.length,
    idempotency: null,
    kinds: lines.map(({ kind }) => kind.id),
  });
  if (refusal.reason === 'key_used') throw new Error('These lines have no key of a submission');
  return refusalError(refusal, limits, details);
}
