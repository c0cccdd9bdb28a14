import {
  findKind,
  inputIssue,
  type Kind,
  type KindInput,
  mediumFacts,
  usedPaidOnlyOptions,
} from '@atelier/catalog';
import { type Adjustment, providerOf } from '@atelier/catalog/server';
import { AppError } from '@atelier/contract';
import {
  isOpenProject,
  listKindClosures,
  markUploadsUsed,
  type NewGeneration,
  type Reservation,
} from '@atelier/db';
import { type Durations, expectedTime, type NotifyDeps } from '@atelier/generations';
import { v7 as uuidv7 } from 'uuid';
import type { ApiDeps } from '../../deps.ts';
import type { UploadDeps } from '../uploads/store-upload.ts';
import { fingerprint, inputRefused, type SubmissionFields } from './submission-request.ts';

// What the submission of one generation and that of a batch have in common.

export type SubmitDeps = Pick<
  ApiDeps,
  | 'db'
  | 'reserve'
  | 'producer'
  | 'outboxCleaner'
  | 'queueHealth'
  | 'store'
  | 'durations'
  | 'log'
  | 'mediaUrl'
  | 'webhookSigner'
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

/** Looked for before the balance, so that a user who never paid is asked to buy credits. A medium may have its own sentence. */
export function findUnpaid(
  { hasEverPaid, isLocked }: Submitter,
  kind: Kind,
  input: KindInput,
): AppError | undefined {
  if (hasEverPaid || isLocked) return undefined;
  const options = usedPaidOnlyOptions(kind, input);
  const [option] = options;
  return new AppError('please_upgrade_account', {
    message: mediumFacts[kind.medium].upgradeMessage,
    // `option` is the first of them, for clients that know only one.
    details: option ? { option, options } : {},
  });
}

/** `successor`: the kind to submit instead; null when none follows. */
export function kindClosed({ kind, successor }: { kind: string; successor: string | null }): AppError {
  return new AppError('kind_closed', { details: { kind, successor } });
}

/**
 * For requests that are refused before a reservation, which asks the same: a user is not to buy credits for a closed kind.
 * Throws kind_closed.
 */
export async function assertKindsAreOpen(
  { db }: Pick<SubmitDeps, 'db'>,
  kinds: readonly Kind[],
): Promise<void> {
  const ids = new Set(kinds.map(({ id }) => id));
  const closed = (await listKindClosures(db.pool)).find(({ kind, closed_at }) => closed_at && ids.has(kind));
  if (closed) throw kindClosed(closed);
}

/** Throws kind_closed when one of the names is that of a kind that the catalog no longer has. */
export async function assertNotRetired(
  { db }: Pick<SubmitDeps, 'db'>,
  names: readonly unknown[],
): Promise<void> {
  const closures = await listKindClosures(db.pool);
  const retired = closures.find(({ kind }) => names.includes(kind) && !findKind(kind));
  if (retired) throw kindClosed(retired);
}

/**
 * Before anything is held: a job could be enqueued, and a result could be stored. What would cost money at the provider and
 * then be lost is refused. Throws AppError unavailable.
 */
export async function assertCanBeMade({ queueHealth, store }: SubmitDeps): Promise<void> {
  const isStorable = store.check().catch((error: unknown) => {
    throw new AppError('unavailable', { cause: error });
  });
  await Promise.all([queueHealth.assertUp(), isStorable]);
}

export async function assertProjectIsOpen(
  { db }: SubmitDeps,
  { userId }: Submitter,
  { options: { projectId } }: Pick<SubmissionFields, 'options'>,
): Promise<void> {
  if (projectId !== undefined && !(await isOpenProject(db.pool, userId, projectId)))
    throw inputRefused([inputIssue('project_id', 'project_unknown')]);
}

/** As it is to be reserved, without its files. */
export function newGeneration(
  { env, durations }: Pick<SubmitDeps, 'env'> & { durations: Durations },
  submitter: Submitter,
  { kind, input, adjustments }: { kind: Kind; input: KindInput; adjustments: readonly Adjustment[] },
  fields: Pick<SubmissionFields, 'key' | 'options'>,
): NewGeneration {
  const columns = kind.columns(input);
  const guessSeconds = kind.expectedSeconds(input);
  const expected = expectedTime(durations, { kind: kind.id, input, places: null, at: new Date() });
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
    adjustments: [...adjustments, ...providerOf(kind).toRequest(input).adjustments],
    ...fields.options,
    costCredits: kind.price(input).costCredits,
    expectedSeconds: expected.typicalSeconds,
    expectedMostSeconds: expected.mostSeconds,
    promisedDeciles: expected.decilesSeconds,
    deadlineSeconds: 900 + 10 * guessSeconds,
    providerEndpoint: providerOf(kind).endpoint,
    idempotency: fields.key
      ? { key: fields.key, bodySha256: fingerprint(kind, input, fields.options) }
      : null,
    maxRunning: env.LIMIT_RUNNING,
    maxWaiting: env.LIMIT_WAITING,
  };
}

export type Refusal = Extract<Reservation, { ok: false }>;

type Limits = Pick<NewGeneration, 'maxRunning' | 'maxWaiting'>;

/** The error that a refused reservation is answered with; `details` are added to those of a refusal that a limit made. */
export function refusalError(
  refusal: Exclude<Refusal, { reason: 'key_used' }>,
  { maxRunning, maxWaiting }: Limits,
  details: Readonly<Record<string, unknown>> = {},
): AppError {
  switch (refusal.reason) {
    case 'project_deleted':
      return inputRefused([inputIssue('project_id', 'project_unknown')]);
    case 'account_locked':
      return new AppError('account_locked');
    case 'kind_closed':
      return kindClosed(refusal);
    case 'api_key_ended':
      return new AppError('invalid_api_key');
    case 'insufficient_credits':
      return new AppError('insufficient_credits', {
        details: { required: refusal.required, current: refusal.current, ...details },
      });
    case 'too_many_running':
      return new AppError('too_many_running', {
        details: {
          running: refusal.running,
          limit: maxRunning,
          waiting: refusal.waiting,
          waiting_limit: maxWaiting,
          retry_after_seconds: refusal.freeInSeconds,
          ...details,
        },
      });
    case 'daily_cap_reached':
      return new AppError('daily_cap_reached', { details: { ...limitOf(refusal), ...details } });
    case 'key_budget_reached':
      return new AppError('key_budget_reached', {
        details: { budget: refusal.budget, ...limitOf(refusal), ...details },
      });
  }
}

type LimitReached = Extract<Refusal, { cap: number }>;

/** `frees_at`: null for a total, which no day frees. */
function limitOf({ required, cap, spent, freesAt }: LimitReached) {
  return { required, cap, spent, frees_at: freesAt?.toISOString() ?? null };
}

/** Keeps the input files as long as the generation. The worker repeats this; unused files are kept for a day anyway. */
export async function keepFiles(
  deps: Pick<SubmitDeps, 'db' | 'log'>,
  keys: readonly string[],
  generationId: string,
): Promise<void> {
  try {
    await markUploadsUsed(deps.db.pool, keys, generationId);
  } catch (error) {
    deps.log.warn({ err: error, generationId }, 'input files not marked as used; the worker will do it');
  }
}
