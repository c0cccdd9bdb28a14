// Takes a submission: validates it, prices it, then reserves the credits and stores everything in one statement, and
// enqueues its dispatch unless it waits in the user's line. Nothing is charged before that statement, nothing is lost
// after it. Next: packages/db/src/queries.
import { type Kind, parseInput } from '@atelier/catalog';
import { AppError, uploadFieldsOf } from '@atelier/contract';
import {
  type Beside,
  inTransaction,
  type NewGeneration,
  type Reservation,
  reserveGeneration,
} from '@atelier/db';
import { enqueueDispatch, notifyLine } from '@atelier/generations';
import { addLogContext } from '@atelier/log';
import { assertWithinLimits } from '../uploads/file-limits.ts';
import { resolveInputFiles } from '../uploads/resolve-input-files.ts';
import {
  assertCanBeMade,
  assertKindsAreOpen,
  assertProjectIsOpen,
  findUnpaid,
  keepFiles,
  newGeneration,
  refusalError,
  type SubmitDeps,
  type Submitter,
} from './new-generation.ts';
import { findFirstSubmission, getFirstSubmission, type Submitted } from './repeated-submission.ts';
import {
  expectsOtherPrice,
  inputRefused,
  priceChanged,
  readSubmissionFields,
  type SubmissionOrigin,
} from './submission-request.ts';

export type SubmitRequest = {
  kind: Kind;
  /** The wire body. Fields that the kind does not have are ignored. */
  raw: Readonly<Record<string, unknown>>;
  origin: SubmissionOrigin;
  /** Written in the transaction that reserves; gets the id of the new generation. */
  beside?: Beside<string>;
};

/** Throws AppError: validation_failed, please_upgrade_account, insufficient_credits, too_many_running, … */
export async function submitGeneration(
  deps: SubmitDeps,
  submitter: Submitter,
  { kind, raw, origin, beside }: SubmitRequest,
): Promise<Submitted> {
  const parsed = parseInput(kind, raw);
  const fields = readSubmissionFields(raw, {
    idempotencyKey: origin.idempotencyKey,
    trustedHosts: deps.env.WEBHOOK_TRUSTED_HOSTS,
  });
  const issues = [...(parsed.ok ? [] : parsed.issues), ...fields.issues];
  if (!parsed.ok || issues.length > 0) throw inputRefused(issues);
  if (fields.options.webhookUrl && !deps.webhookSigner) throw new AppError('webhooks_unavailable');
  const unpaid = findUnpaid(submitter, kind, parsed.input);
  if (unpaid) {
    await assertKindsAreOpen(deps, [kind]);
    throw unpaid;
  }
  await assertProjectIsOpen(deps, submitter, fields);
  await assertCanBeMade(deps);

  const durations = await deps.durations.read();
  const generation = {
    ...newGeneration({ env: deps.env, durations }, submitter, { ...parsed, kind }, fields),
    apiRequestId: origin.apiRequestId,
  };
  // A repeated request is answered before its files are fetched: by now they may be gone from their address.
  const isOtherPrice = expectsOtherPrice(raw, generation.costCredits);
  const hasFiles = uploadFieldsOf(kind).length > 0;
  const first =
    (hasFiles || isOtherPrice || submitter.isLocked) && (await findFirstSubmission(deps, generation));
  if (first) return first;
  if (submitter.isLocked) throw new AppError('account_locked');
  if (isOtherPrice) throw priceChanged(raw, generation.costCredits);
  const { input, keys, sources } = await resolveInputFiles(deps, submitter.userId, {
    kind,
    input: parsed.input,
  });
  await assertWithinLimits(deps, { kind, input });
  const allSources = [...sources, ...fields.sources];
  const reservation = await reserve(deps, { ...generation, input, sources: allSources }, beside);
  if (!reservation.ok) {
    if (reservation.reason === 'key_used') return getFirstSubmission(deps, generation);
    throw refusalError(reservation, generation);
  }
  const { id: generationId } = reservation.generation;
  addLogContext({ generationId });
  const { queue_position: ahead } = reservation.generation;
  deps.log.info(
    { kind: kind.id, costCredits: generation.costCredits, ...(ahead === null ? {} : { ahead }) },
    'submission accepted',
  );
  await keepFiles(deps, keys, generationId);
  if (reservation.generation.status === 'pending') await enqueueDispatch(deps, generationId);
  else notifyLine(deps, submitter.userId);
  return { ...reservation, isRepeated: false };
}

async function reserve(
  { db, reserve: reserveInTurn }: SubmitDeps,
  generation: NewGeneration,
  beside?: Beside<string>,
): Promise<Reservation> {
  if (!beside) return reserveInTurn(generation);
  let refused: Reservation | undefined;
  try {
    return await inTransaction(db, async (on) => {
      const reservation = await reserveGeneration(on, generation);
      if (reservation.ok) {
        await beside(on, generation.id);
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
