// Takes a submission: validates it, prices it, then reserves the credits and stores everything in one statement, and
// enqueues its dispatch unless it waits in the user's line. Nothing is charged before that statement, nothing is lost
// after it. Next: packages/db/src/queries.
import { inputIssue, type Kind, type KindInput, parseInput, usedPaidOnlyOptions } from '@atelier/catalog';
import { providerOf } from '@atelier/catalog/server';
import { AppError, uploadFieldsOf } from '@atelier/contract';
import {
  type Beside,
  inTransaction,
  isOpenProject,
  markUploadsUsed,
  type NewGeneration,
  type Reservation,
  reserveGeneration,
} from '@atelier/db';
import { enqueueDispatch, type NotifyDeps, notifyLine } from '@atelier/generations';
import { addLogContext } from '@atelier/log';
import { v7 as uuidv7 } from 'uuid';
import type { ApiDeps } from '../../deps.ts';
import { resolveInputFiles } from '../uploads/resolve-input-files.ts';
import type { UploadDeps } from '../uploads/store-upload.ts';
import { findFirstSubmission, getFirstSubmission, type Submitted } from './repeated-submission.ts';
import {
  expectsOtherPrice,
  fingerprint,
  inputRefused,
  priceChanged,
  readSubmissionFields,
  type SubmissionFields,
  type SubmissionOrigin,
} from './submission-request.ts';

export type SubmitDeps = Pick<
  ApiDeps,
  'db' | 'producer' | 'outboxCleaner' | 'queueHealth' | 'log' | 'mediaUrl' | 'webhookSigner'
> &
  UploadDeps &
  Pick<NotifyDeps, 'realtime'> & {
    env: { LIMIT_RUNNING: number; LIMIT_WAITING: number; WEBHOOK_TRUSTED_HOSTS: readonly string[] };
  };

export type Submitter = {
  userId: string;
  hasEverPaid: boolean;
  isLocked: boolean;
  /** The API key that pays; absent in the browser. */
  keyId?: string;
};

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
  assertHasPaid(submitter, kind, parsed.input);
  await assertProjectIsOpen(deps, submitter, fields);
  await deps.queueHealth.assertUp();

  const generation = {
    ...newGeneration(deps, submitter, kind, parsed.input, fields),
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
  const allSources = [...sources, ...fields.sources];
  const reservation = await reserve(deps, { ...generation, input, sources: allSources }, beside);
  if (!reservation.ok) return refuse(deps, generation, reservation);
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

/** Checked before the balance, so that a user who never paid is asked to buy credits. Audio has its own sentence. */
function assertHasPaid({ hasEverPaid, isLocked }: Submitter, kind: Kind, input: KindInput): void {
  if (hasEverPaid || isLocked) return;
  const [option] = usedPaidOnlyOptions(kind, input);
  throw new AppError('please_upgrade_account', {
    message: kind.medium === 'audio' ? 'Please upgrade your account to generate audio' : undefined,
    details: option ? { option } : {},
  });
}

async function assertProjectIsOpen(
  { db }: SubmitDeps,
  { userId }: Submitter,
  { options: { projectId } }: SubmissionFields,
): Promise<void> {
  if (projectId !== undefined && !(await isOpenProject(db.pool, userId, projectId)))
    throw inputRefused([inputIssue('project_id', 'project_unknown')]);
}

function newGeneration(
  deps: SubmitDeps,
  submitter: Submitter,
  kind: Kind,
  input: KindInput,
  fields: SubmissionFields,
): NewGeneration {
  const columns = kind.columns(input);
  const expectedSeconds = kind.expectedSeconds(input);
  return {
    id: uuidv7(),
    userId: submitter.userId,
    apiKeyId: submitter.keyId ?? null,
    kind: kind.id,
    medium: kind.medium,
    prompt: columns.prompt ?? (typeof input.prompt === 'string' ? input.prompt : ''),
    negativePrompt: typeof input.negative_prompt === 'string' ? input.negative_prompt : '',
    model: columns.model,
    mode: columns.mode ?? null,
    width: columns.width ?? null,
    height: columns.height ?? null,
    input,
    adjustments: providerOf(kind).toRequest(input).adjustments,
    ...fields.options,
    costCredits: kind.price(input).costCredits,
    expectedSeconds,
    deadlineSeconds: 900 + 10 * expectedSeconds,
    providerEndpoint: providerOf(kind).endpoint,
    idempotency: fields.key
      ? { key: fields.key, bodySha256: fingerprint(kind, input, fields.options) }
      : null,
    maxRunning: deps.env.LIMIT_RUNNING,
    maxWaiting: deps.env.LIMIT_WAITING,
  };
}

async function reserve(
  { db }: SubmitDeps,
  generation: NewGeneration,
  beside?: Beside<string>,
): Promise<Reservation> {
  if (!beside) return reserveGeneration(db.pool, generation);
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

type Refusal = Extract<Reservation, { ok: false }>;

async function refuse(deps: SubmitDeps, generation: NewGeneration, refusal: Refusal): Promise<Submitted> {
  switch (refusal.reason) {
    case 'key_used':
      return getFirstSubmission(deps, generation);
    case 'project_deleted':
      throw inputRefused([inputIssue('project_id', 'project_unknown')]);
    case 'account_locked':
      throw new AppError('account_locked');
    case 'api_key_ended':
      throw new AppError('invalid_api_key');
    case 'insufficient_credits':
      throw new AppError('insufficient_credits', {
        details: { required: refusal.required, current: refusal.current },
      });
    case 'too_many_running':
      throw new AppError('too_many_running', {
        details: {
          running: refusal.running,
          limit: generation.maxRunning,
          waiting: refusal.waiting,
          waiting_limit: generation.maxWaiting,
          retry_after_seconds: refusal.freeInSeconds,
        },
      });
    case 'daily_cap_reached':
      throw new AppError('daily_cap_reached', { details: limitOf(refusal) });
    case 'key_budget_reached':
      throw new AppError('key_budget_reached', { details: { budget: refusal.budget, ...limitOf(refusal) } });
  }
}

type LimitReached = Extract<Refusal, { cap: number }>;

/** `frees_at`: null for a total, which no day frees. */
function limitOf({ required, cap, spent, freesAt }: LimitReached) {
  return { required, cap, spent, frees_at: freesAt?.toISOString() ?? null };
}

/** Keeps the input files as long as the generation. The worker repeats this; unused files are kept for a day anyway. */
async function keepFiles(deps: SubmitDeps, keys: readonly string[], generationId: string): Promise<void> {
  try {
    await markUploadsUsed(deps.db.pool, keys, generationId);
  } catch (error) {
    deps.log.warn({ err: error, generationId }, 'input files not marked as used; the worker will do it');
  }
}
