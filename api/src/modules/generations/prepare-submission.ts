// Everything that can refuse a submission before its credits are reserved, in one order, for one line as for 500. Next:
// submit-generation.ts and ../batches/submit-batch.ts, which differ in how they reserve and in how they name problems.
import { createHash } from 'node:crypto';
import { findKind } from '@atelier/catalog';
import { getProvider } from '@atelier/catalog/server';
import { AppError, listUploadFields, type StandInConsent } from '@atelier/contract';
import { isOpenProject, listKindClosures, type NewGeneration } from '@atelier/db';
import { type Durations, describeForKind, type NotifyDeps } from '@atelier/generations';
import { v7 as uuidv7 } from 'uuid';
import type { ApiDeps } from '../../deps.ts';
import type { ResolvedInput } from '../uploads/resolve-input-files.ts';
import type { UploadDeps } from '../uploads/store-upload.ts';
import { assertQuote } from './quote-token.ts';
import {
  type AskedSubmission,
  type Problem,
  type ReadLine,
  type ReadSubmission,
  readSubmission,
} from './read-submission.ts';
import { kindClosed, priceChanged, projectUnknown, upgradeNeeded } from './refusals.ts';
import { findFileProblems, findUnfitConsents, resolveLines } from './resolve-lines.ts';

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
  | 'pendingLineEvents'
  | 'breakers'
  | 'maxRunning'
> &
  UploadDeps &
  Pick<NotifyDeps, 'realtime'> & {
    env: {
      PUBLIC_URL: string;
      LIMIT_RUNNING: number;
      LIMIT_WAITING: number;
      WEBHOOK_TRUSTED_HOSTS: readonly string[];
    };
  };

export type Submitter = {
  userId: string;
  hasEverPaid: boolean;
  isLocked: boolean;
  /** The API key that pays; absent in the browser. */
  keyId?: string;
};

export type Idempotency = NonNullable<NewGeneration['idempotency']>;

/** How a call names problems. */
export type Naming = {
  /** Returns the error for at least one problem. */
  refuse: (problems: readonly Problem[]) => AppError;
};

/** Differences between the calls: names of problems, and how a repetition is known. */
export type Call<First> = Naming & {
  /** Returns the meaning of the request, beside visibility and webhook address; a repeated one means the same. */
  describe: (lines: readonly ReadLine[]) => readonly unknown[];
  /** The answer to an earlier request with this key. Throws idempotency_mismatch when that one meant something else. */
  findFirst: (idempotency: Idempotency) => Promise<First | undefined>;
  /** Throws when not all lines can be reserved; for many, of which no file is to be fetched in vain. */
  assertRoom?: (lines: readonly ReadLine[]) => Promise<void>;
};

/** `generations` and `keys`, the storage keys of their files, are in the order of the lines. */
export type PreparedSubmission = Pick<ReadSubmission, 'lines' | 'options' | 'key'> & {
  bodySha256: Buffer;
  costCredits: number;
  /** Most that it may cost, which the owner of a key approves. */
  askedCost: number;
  generations: NewGeneration[];
  keys: string[][];
};

/** Resolves to the answer to an earlier request where this one repeats it. Throws the first refusal as an AppError. */
export async function prepareSubmission<First>(
  deps: SubmitDeps,
  submitter: Submitter,
  asked: AskedSubmission,
  call: Call<First>,
): Promise<{ first: First } | ({ first?: never } & PreparedSubmission)> {
  const read = await readKnown(deps, asked);
  await assertAcceptable(deps, submitter, read, call);
  const { lines, options, key, expectedCost, quote } = read;
  const costCredits = sumCosts(lines);
  const bodySha256 = fingerprint(call.describe(lines), options);
  const isOtherPrice = expectedCost !== undefined && expectedCost !== costCredits;
  const hasFiles = lines.some(({ kind }) => listUploadFields(kind).length > 0);
  // A repeated request is answered before it is refused for what may have changed since: price, balance, or files, which by
  // now may be gone from their address. Without such a refusal the reservation finds the key.
  const mayHaveChanged =
    hasFiles || isOtherPrice || quote !== undefined || submitter.isLocked || call.assertRoom !== undefined;
  const first = key && mayHaveChanged ? await call.findFirst({ key, bodySha256 }) : undefined;
  if (first) return { first };
  if (submitter.isLocked) throw new AppError('account_locked');
  if (quote !== undefined) assertQuote(deps, submitter, quote, { lines, costCredits });
  if (isOtherPrice) throw priceChanged(expectedCost, costCredits);
  await call.assertRoom?.(lines);
  const files = await resolveLines(deps, submitter.userId, lines);
  if (!files.ok) throw call.refuse(files.problems);
  const unfit = await findUnfitConsents(deps, lines, files, options.standIn);
  if (unfit.length > 0) throw call.refuse(unfit);
  const askedCost = sumMostCosts(lines, options.standIn);
  const known = { env: deps.env, askedCost, durations: await deps.durations.read() };
  return {
    lines,
    options,
    key,
    bodySha256,
    costCredits,
    askedCost,
    generations: lines.map((line) =>
      toNewGeneration(known, submitter, read, { line, files: files.of(line) }),
    ),
    keys: lines.map((line) => files.of(line).keys),
  };
}

/** Refusals that come before a repeated request is answered. Problems of fields come first. */
export async function assertAcceptable(
  deps: SubmitDeps,
  submitter: Submitter,
  read: ReadSubmission,
  naming: Naming,
): Promise<void> {
  if (read.problems.length > 0) throw naming.refuse(read.problems);
  assertWebhooks(deps, read);
  await assertPaid(deps, submitter, read.lines);
  await assertProjectIsOpen(deps, submitter, read, naming);
  await assertCanBeMade(deps);
}

/**
 * Checks a submission that needs no credits: returns its lines and what is wrong with them. Holds nothing and fetches no
 * file. Throws the first refusal that concerns the whole of it, in the order of `prepareSubmission`.
 */
export async function checkSubmission(
  deps: SubmitDeps,
  submitter: Submitter,
  asked: AskedSubmission,
  naming: Naming,
): Promise<{ lines: ReadLine[]; problems: Problem[] }> {
  const read = await readKnown(deps, asked);
  const shared = read.problems.filter(({ line }) => line === undefined);
  if (shared.length > 0) throw naming.refuse(shared);
  assertWebhooks(deps, read);
  await assertKindsAreOpen(deps, read.lines);
  await assertProjectIsOpen(deps, submitter, read, naming);
  const ofFiles = await findFileProblems(deps, submitter.userId, read.lines);
  return { lines: read.lines, problems: [...read.problems, ...ofFiles] };
}

export function sumCosts(lines: readonly ReadLine[]): number {
  return lines.reduce((total, { costCredits }) => total + costCredits, 0);
}

/** The most that lines may cost: a model that stands in may be dearer than theirs. */
export function sumMostCosts(lines: readonly ReadLine[], standIn: StandInConsent | undefined): number {
  const most = standIn?.max_credits ?? 0;
  return lines.reduce((total, { costCredits }) => total + Math.max(costCredits, most), 0);
}

/**
 * An unknown kind is the first refusal. One that the catalog no longer has is refused like a closed kind: its name is no
 * mistake.
 */
export async function readKnown(deps: SubmitDeps, asked: AskedSubmission): Promise<ReadSubmission> {
  const read = readSubmission(asked, deps.env.WEBHOOK_TRUSTED_HOSTS);
  if (read.unknownKinds.length === 0) return read;
  const names = read.unknownKinds.flatMap((unknown) => unknown.names);
  const closures = await listKindClosures(deps.db.pool);
  const retired = closures.find(({ kind }) => names.includes(kind) && !findKind(kind));
  const refusal = retired
    ? kindClosed(retired)
    : read.unknownKinds.find((unknown) => unknown.refusal)?.refusal;
  if (refusal) throw refusal;
  return read;
}

function assertWebhooks({ webhookSigner }: SubmitDeps, { options }: ReadSubmission): void {
  if (options.webhookUrl && !webhookSigner) throw new AppError('webhooks_unavailable');
}

/** Looked for before the balance, so that a user who never paid is asked to buy credits, but not for a closed kind. */
async function assertPaid(
  deps: SubmitDeps,
  { hasEverPaid, isLocked }: Submitter,
  lines: readonly ReadLine[],
): Promise<void> {
  const [line] = lines;
  if (hasEverPaid || isLocked || !line) return;
  await assertKindsAreOpen(deps, lines);
  throw upgradeNeeded(line.kind, line.input);
}

/** Refuses requests for closed kinds before a reservation, which asks the same. Throws kind_closed. */
async function assertKindsAreOpen({ db }: SubmitDeps, lines: readonly ReadLine[]): Promise<void> {
  const ids = new Set(lines.map(({ kind }) => kind.id));
  const closed = (await listKindClosures(db.pool)).find(({ kind, closed_at }) => closed_at && ids.has(kind));
  if (closed) throw kindClosed(closed);
}

async function assertProjectIsOpen(
  { db }: SubmitDeps,
  { userId }: Submitter,
  { options: { projectId } }: ReadSubmission,
  { refuse }: Naming,
): Promise<void> {
  if (projectId !== undefined && !(await isOpenProject(db.pool, userId, projectId)))
    throw refuse([projectUnknown]);
}

/**
 * Checks before anything is held that a job could be enqueued and a result could be stored. Requests that would cost
 * money at the provider and then be lost are refused. Throws AppError unavailable.
 */
async function assertCanBeMade({ queueHealth, store }: SubmitDeps): Promise<void> {
  const isStorable = store.check().catch((error: unknown) => {
    throw new AppError('unavailable', { cause: error });
  });
  await Promise.all([queueHealth.assertUp(), isStorable]);
}

/**
 * Hashes what makes two requests the same: what they mean, not how they were written. The webhook address is part of it,
 * because the second caller would otherwise wait for a message that goes to the first one's address. The project is not: it
 * can be changed at any time, and nothing is made differently in it.
 */
function fingerprint(
  meaning: readonly unknown[],
  { isPublic, webhookUrl, standIn }: ReadSubmission['options'],
): Buffer {
  const whole = [
    ...meaning,
    isPublic,
    ...(webhookUrl === undefined ? [] : [webhookUrl]),
    ...(standIn === undefined ? [] : [standIn]),
  ];
  return createHash('sha256').update(JSON.stringify(whole)).digest();
}

function toNewGeneration(
  { env, durations, askedCost }: Pick<SubmitDeps, 'env'> & { durations: Durations; askedCost: number },
  submitter: Submitter,
  { options, sources, origin }: ReadSubmission,
  { line: { kind, input, adjustments, costCredits }, files }: { line: ReadLine; files: ResolvedInput },
): NewGeneration {
  return {
    id: uuidv7(),
    userId: submitter.userId,
    apiKeyId: submitter.keyId ?? null,
    ...describeForKind(durations, kind, input),
    medium: kind.medium,
    input: files.input,
    sources: [...files.sources, ...sources],
    adjustments: [...adjustments, ...getProvider(kind).toRequest(input).adjustments],
    ...options,
    costCredits,
    askedCost,
    idempotency: null,
    maxRunning: env.LIMIT_RUNNING,
    maxWaiting: env.LIMIT_WAITING,
    apiRequestId: origin.apiRequestId,
  };
}
