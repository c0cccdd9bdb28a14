// Takes a submission: prepares it, then reserves the credits and stores everything in one statement, and enqueues its
// dispatch unless it waits in the user's line. Nothing is charged before that statement, nothing is lost after it. Next:
// packages/db/src/queries.
import { AppError } from '@atelier/contract';
import {
  inTransaction,
  type NewGeneration,
  type Reservation,
  reserveGeneration,
  type TransactionStep,
} from '@atelier/db';
import { enqueueDispatch, joinLine } from '@atelier/generations';
import { addLogContext } from '@atelier/log';
import { keepFiles } from '../uploads/keep-files.ts';
import { prepareSubmission, type SubmitDeps, type Submitter } from './prepare-submission.ts';
import type { AskedLine, AskedSubmission, Problem } from './read-submission.ts';
import { refusalError } from './refusals.ts';
import { findFirstSubmission, getFirstSubmission, type Submitted } from './repeated-submission.ts';
import { reserveApproved, type UseApproval } from './reserve-approved.ts';

export type SubmitRequest = AskedLine &
  Pick<AskedSubmission, 'fields' | 'origin'> & {
    /** Where the body has the fields of the kind; absent where they are beside the others. */
    inputPath?: string;
    /** Written in the transaction that reserves; gets the id of the new generation. */
    inSameTransaction?: TransactionStep<string>;
  };

/** Throws AppError: validation_failed, please_upgrade_account, insufficient_credits, too_many_running, … */
export async function submitGeneration(
  deps: SubmitDeps,
  submitter: Submitter,
  { kind, input, fields, origin, inputPath, inSameTransaction }: SubmitRequest,
): Promise<Submitted> {
  const { userId } = submitter;
  const asked = { lines: [{ kind, input }], fields, origin };
  const prepared = await prepareSubmission(deps, submitter, asked, {
    refuse: (problems) => refuseProblems(problems, inputPath),
    describe: ([line]) => [line?.kind.id, line?.input],
    findFirst: (idempotency) => findFirstSubmission(deps, { userId, idempotency }),
  });
  if (prepared.first) return prepared.first;
  const { key, bodySha256, generations, keys } = prepared;
  const [line] = generations;
  if (!line) throw new Error('A submission has one line');
  const generation = { ...line, idempotency: key ? { key, bodySha256 } : null };
  const reserved = await reserve(deps, generation, inSameTransaction);
  const approved =
    !reserved.ok && reserved.reason === 'approval_needed'
      ? await reserveApproved(deps, submitter, prepared, {
          reserve: (useApproval) => reserve(deps, generation, inSameTransaction, useApproval),
          findFirst: () => findFirstSubmission(deps, generation),
        })
      : { reserved };
  if (approved.first) return approved.first;
  const reservation = approved.reserved;
  if (!reservation.ok) {
    if (reservation.reason === 'key_used') return getFirstSubmission(deps, generation);
    throw refusalError(reservation, generation);
  }
  const { id: generationId } = reservation.generation;
  addLogContext({ generationId });
  const { queue_position: ahead } = reservation.generation;
  deps.log.info(
    { kind: generation.kind, costCredits: generation.costCredits, ...(ahead === null ? {} : { ahead }) },
    'submission accepted',
  );
  await keepFiles(deps, keys.flat(), generationId);
  if (reservation.generation.status === 'pending') await enqueueDispatch(deps, generationId);
  else await joinLine(deps, submitter.userId);
  return { ...reservation, isRepeated: false };
}

/** One error for all problems. That of a file alone keeps its own code, as a forbidden address does before it is fetched. */
export function refuseProblems(problems: readonly Problem[], inputPath: string | undefined): AppError {
  const issues = problems.map(({ line, error: _, ...issue }) => {
    const isOfInput = line !== undefined && issue.code !== 'unknown_kind' && issue.path !== 'if_down';
    return isOfInput && inputPath ? { ...issue, path: `${inputPath}.${issue.path}` } : issue;
  });
  const [first] = issues;
  const error = problems[0]?.error;
  if (first && error) {
    const { code, message, details, cause } = error;
    return new AppError(code, { message, details: { ...details, path: first.path }, cause });
  }
  const isAddressOnly = issues.length === 1 && first?.code === 'url_not_allowed';
  if (isAddressOnly) return new AppError('url_not_allowed', { details: { path: first.path, issues } });
  return new AppError('validation_failed', { details: { issues } });
}

async function reserve(
  { db, reserve: reserveInTurn }: SubmitDeps,
  generation: NewGeneration,
  inSameTransaction?: TransactionStep<string>,
  useApproval?: UseApproval,
): Promise<Reservation> {
  if (!inSameTransaction && !useApproval) return reserveInTurn(generation);
  let refused: Reservation | undefined;
  try {
    return await inTransaction(db, async (on) => {
      const reservation = await reserveGeneration(
        on,
        useApproval ? { ...generation, isApproved: true } : generation,
      );
      if (reservation.ok) {
        await useApproval?.(on);
        await inSameTransaction?.(on, generation.id);
        return reservation;
      }
      refused = reservation;
      // A used key has ended the transaction, which cannot be committed any more.
      throw new Error('Not reserved');
    });
  } catch (error) {
    if (refused) return refused;
    throw error;
  }
}
