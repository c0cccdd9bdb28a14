import { AppError, isAppError } from '@atelier/contract';
import {
  assertAcceptable,
  type Naming,
  readKnown,
  type SubmitDeps,
  type Submitter,
  sumCosts,
} from './prepare-submission.ts';
import type { AskedSubmission, ReadLine, ReadSubmission } from './read-submission.ts';
import { priceChanged } from './refusals.ts';
import { findFileProblems } from './resolve-lines.ts';

/** Refusal of a reservation. `isBeforeFiles`: a batch without room is refused before its files are looked at. */
export type Limit = { error: AppError; isBeforeFiles: boolean };

type Asking = Naming & {
  /** The refusal that the reservation of these lines would get now, by a limit or because a kind is closed. */
  findLimit: (lines: ReadLine[], options: ReadSubmission['options']) => Promise<Limit | undefined>;
};

/** `lines`: those that have a price. `refusal`: undefined when the submission would be accepted now. */
type Foreseen = { lines: readonly ReadLine[]; refusal: AppError | undefined };

/**
 * Finds the first refusal of a submission, in the order of `prepareSubmission`, whatever was submitted before with its
 * idempotency key. Holds nothing, and fetches no file from elsewhere, nor asks whether a stand-in fits the length of one.
 */
export async function foreseeRefusal(
  deps: SubmitDeps,
  submitter: Submitter,
  asked: AskedSubmission,
  asking: Asking,
): Promise<Foreseen> {
  let lines: ReadLine[] = [];
  try {
    const read = await readKnown(deps, asked);
    lines = read.lines;
    await assertAcceptable(deps, submitter, read, asking);
    if (submitter.isLocked) throw new AppError('account_locked');
    const costCredits = sumCosts(lines);
    if (read.expectedCost !== undefined && read.expectedCost !== costCredits)
      throw priceChanged(read.expectedCost, costCredits);
    const limit = await asking.findLimit(lines, read.options);
    if (limit?.isBeforeFiles) throw limit.error;
    const problems = await findFileProblems(deps, submitter.userId, lines);
    if (problems.length > 0) throw asking.refuse(problems);
    return { lines, refusal: limit?.error };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { lines, refusal: error };
  }
}
