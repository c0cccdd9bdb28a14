// Takes a batch: reads and prices all lines, then reserves every one of them by the statement that reserves a single
// generation, in one transaction: all are accepted, in their order, or none is.
import { createHash } from 'node:crypto';
import { AppError, type BatchPriceReply, type CreateBatchBody } from '@atelier/contract';
import {
  type Allowance,
  explainRefusal,
  findAllowance,
  findFirstBatch,
  type GenerationRow,
  inPreparedTransaction,
  insertBatch,
  listBatchRecords,
  type NewBatch,
  type NewGeneration,
  type Reservation,
  reserveGeneration,
} from '@atelier/db';
import { enqueueDispatch, notifyLine } from '@atelier/generations';
import { v7 as uuidv7 } from 'uuid';
import {
  assertCanBeMade,
  assertKindsAreOpen,
  assertNotRetired,
  assertProjectIsOpen,
  findUnpaid,
  keepFiles,
  newGeneration,
  type Refusal,
  refusalError,
  type SubmitDeps,
  type Submitter,
} from '../generations/new-generation.ts';
import {
  expectsOtherPrice,
  inputRefused,
  priceChanged,
  readSubmissionFields,
  type SubmissionFields,
  type SubmissionOrigin,
} from '../generations/submission-request.ts';
import { type BatchLine, type ReadLines, readLines } from './read-lines.ts';
import { findFileProblems, linesRefused, resolveLines } from './resolve-lines.ts';

type Asked = { body: CreateBatchBody; origin: SubmissionOrigin };

/** An accepted batch: its id, its generations in the order of the lines, and the balance after its holds. */
export type SubmittedBatch = { id: string; generationIds: string[]; leftCredits: number };

/**
 * What a batch would cost, what is wrong with it, and how much of it fits. Holds nothing, fetches no file, and needs no
 * credits. Throws what concerns the whole of it, as `submitBatch` does.
 */
export async function priceBatch(
  deps: SubmitDeps,
  submitter: Submitter,
  { body, origin }: Asked,
): Promise<BatchPriceReply> {
  await assertProjectIsOpen(deps, submitter, readFields(deps, { body, origin }));
  const { lines, problems } = await readOpenLines(deps, body);
  await assertKindsAreOpen(
    deps,
    lines.map(({ kind }) => kind),
  );
  const ofFiles = await findFileProblems(deps, submitter.userId, lines);
  const known = new Map(lines.map((line) => [line.line, line]));
  return {
    dry_run: true,
    total_credits: totalOf(lines),
    lines: body.lines.map((_, index) => ({
      line: index + 1,
      cost_credits: known.get(index + 1)?.costCredits ?? null,
      duplicate_of: known.get(index + 1)?.duplicateOf ?? null,
    })),
    problems: [...problems, ...ofFiles].toSorted((a, b) => a.line - b.line),
    fits: fitting(lines, await allowanceOf(deps, submitter)),
  };
}

/** Throws AppError as `submitGeneration` does; `fits` in its details says how many lines a limit leaves room for. */
export async function submitBatch(
  deps: SubmitDeps,
  submitter: Submitter,
  { body, origin }: Asked,
): Promise<SubmittedBatch> {
  const fields = readFields(deps, { body, origin });
  const { lines, problems } = await readOpenLines(deps, body);
  if (problems.length > 0) throw linesRefused(problems);
  const unpaid = lines.map(({ kind, input }) => findUnpaid(submitter, kind, input)).find(Boolean);
  if (unpaid) {
    await assertKindsAreOpen(
      deps,
      lines.map(({ kind }) => kind),
    );
    throw unpaid;
  }
  await assertProjectIsOpen(deps, submitter, fields);
  await assertCanBeMade(deps);

  const batch = newBatch(submitter, body, lines, fields);
  const first = await findFirst(deps, batch);
  if (first) return first;
  if (submitter.isLocked) throw new AppError('account_locked');
  if (expectsOtherPrice(body, batch.costCredits)) throw priceChanged(body, batch.costCredits);
  const allowance = await allowanceOf(deps, submitter);
  if (allowance.credits < batch.costCredits || allowance.places < lines.length)
    throw await limitReached(deps, submitter, lines);
  const files = await resolveLines(deps, submitter.userId, lines);
  const known = { env: deps.env, durations: await deps.durations.read() };
  const generations = lines.map(
    ({ line, set, ...made }, index): NewGeneration => ({
      ...newGeneration(known, submitter, made, { key: undefined, options: fields.options }),
      ...(files[index] && { input: files[index].input, sources: files[index].sources }),
      batch: { id: batch.id, line, set },
      apiRequestId: origin.apiRequestId,
    }),
  );
  const reserved = await reserveAll(deps, batch, generations);
  if (reserved === 'repeated')
    return (await findFirst(deps, batch)) ?? Promise.reject(new AppError('in_progress'));
  if (!reserved.ok) {
    if (reserved.refusal.reason === 'project_deleted') throw refusalError(reserved.refusal, limitsOf(deps));
    throw await limitReached(deps, submitter, lines);
  }
  const { rows, leftCredits } = reserved;
  deps.log.info({ batchId: batch.id, lines: rows.length, costCredits: batch.costCredits }, 'batch accepted');
  for (const [index, { id }] of rows.entries()) {
    const keys = files[index]?.keys ?? [];
    if (keys.length > 0) await keepFiles(deps, keys, id);
  }
  await announce(deps, submitter.userId, rows);
  return { id: batch.id, generationIds: rows.map(({ id }) => id), leftCredits };
}

/** A line of a kind that the catalog no longer has is refused like one of a closed kind: its words are no mistake. */
async function readOpenLines(deps: SubmitDeps, { lines }: CreateBatchBody): Promise<ReadLines> {
  const read = readLines(lines);
  const hasUnknown = read.problems.some(({ code }) => code === 'unknown_kind');
  if (hasUnknown)
    await assertNotRetired(
      deps,
      lines.map(({ kind }) => kind),
    );
  return read;
}

/** What all lines have in common. */
function readFields({ env, webhookSigner }: SubmitDeps, { body, origin }: Asked): SubmissionFields {
  const fields = readSubmissionFields(body, {
    idempotencyKey: origin.idempotencyKey,
    trustedHosts: env.WEBHOOK_TRUSTED_HOSTS,
  });
  if (fields.issues.length > 0) throw inputRefused(fields.issues);
  if (fields.options.webhookUrl && !webhookSigner) throw new AppError('webhooks_unavailable');
  return fields;
}

function newBatch(
  { userId }: Submitter,
  { name }: CreateBatchBody,
  lines: readonly BatchLine[],
  { key, options }: SubmissionFields,
): NewBatch {
  const meaning = [
    lines.map(({ kind, input }) => [kind.id, input]),
    options.isPublic,
    ...(options.webhookUrl === undefined ? [] : [options.webhookUrl]),
  ];
  return {
    id: uuidv7(),
    userId,
    name: name ?? nameOf(lines[0]),
    projectId: options.projectId,
    lines: lines.length,
    sets: Math.max(...lines.map(({ set }) => set)),
    costCredits: totalOf(lines),
    requestKey: key,
    bodySha256: createHash('sha256').update(JSON.stringify(meaning)).digest(),
  };
}

const maxOwnNameLength = 40;

/** The beginning of the first prompt, or the name of its kind when there is none. */
function nameOf(line: BatchLine | undefined): string {
  const prompt = line ? (line.kind.columns(line.input).prompt ?? line.input.prompt) : '';
  const words = typeof prompt === 'string' ? prompt.replaceAll(/\s+/g, ' ').trim() : '';
  if ([...words].length <= maxOwnNameLength) return words || (line?.kind.id ?? '');
  const start = [...words].slice(0, maxOwnNameLength - 1).join('');
  // Between two words, where there are spaces.
  return `${start.replace(/(?<=.{20}) \S*$/u, '').trimEnd()}…`;
}

function totalOf(lines: readonly BatchLine[]): number {
  return lines.reduce((total, { costCredits }) => total + costCredits, 0);
}

/** The batch that an earlier request with the same key made. Throws idempotency_mismatch when it meant something else. */
async function findFirst(
  { db }: SubmitDeps,
  { userId, requestKey, bodySha256 }: NewBatch,
): Promise<SubmittedBatch | undefined> {
  const first = requestKey && (await findFirstBatch(db.pool, userId, requestKey));
  if (!first) return undefined;
  if (!first.body_sha256.equals(bodySha256)) throw new AppError('idempotency_mismatch');
  const records = await listBatchRecords(db.pool, { userId, id: first.id });
  return { id: first.id, generationIds: records.map(({ id }) => id), leftCredits: first.left_credits };
}

type Reserved =
  | { ok: true; rows: GenerationRow[]; leftCredits: number }
  | { ok: false; refusal: Exclude<Refusal, { reason: 'key_used' }> };

/** Undoes the transaction of a batch of which a line was refused. */
class LineRefused extends Error {
  readonly refusal: Extract<Reservation, { ok: false }>;
  constructor(refusal: Extract<Reservation, { ok: false }>) {
    super(`A line was refused: ${refusal.reason}`);
    this.refusal = refusal;
  }
}

/** All lines or none. `repeated`: a request with the same key came first. */
async function reserveAll(
  { db }: SubmitDeps,
  batch: NewBatch,
  generations: readonly NewGeneration[],
): Promise<Reserved | 'repeated'> {
  try {
    return await inPreparedTransaction(db, async (on) => {
      const inserted = await insertBatch(on, batch);
      if (inserted === 'repeated') return inserted;
      if (inserted === 'project_deleted') throw new LineRefused({ ok: false, reason: inserted });
      const rows: GenerationRow[] = [];
      let leftCredits = 0;
      for (const generation of generations) {
        const reservation = await reserveGeneration(on, generation);
        if (!reservation.ok) throw new LineRefused(reservation);
        rows.push(reservation.generation);
        leftCredits = reservation.leftCredits;
      }
      return { ok: true, rows, leftCredits };
    });
  } catch (error) {
    if (!(error instanceof LineRefused) || error.refusal.reason === 'key_used') throw error;
    return { ok: false, refusal: error.refusal };
  }
}

function limitsOf({ env }: SubmitDeps) {
  return { maxRunning: env.LIMIT_RUNNING, maxWaiting: env.LIMIT_WAITING };
}

function allowanceOf(deps: SubmitDeps, { userId, keyId }: Submitter): Promise<Allowance> {
  return findAllowance(deps.db.pool, { userId, apiKeyId: keyId ?? null, ...limitsOf(deps) });
}

/** Why all of it together cannot be reserved, and how much of it could. */
async function limitReached(
  deps: SubmitDeps,
  submitter: Submitter,
  lines: readonly BatchLine[],
): Promise<AppError> {
  const { userId, keyId } = submitter;
  const refusal = await explainRefusal(deps.db.pool, {
    userId,
    apiKeyId: keyId ?? null,
    costCredits: totalOf(lines),
    idempotency: null,
    kinds: lines.map(({ kind }) => kind.id),
  });
  if (refusal.reason === 'key_used') throw new Error('A batch has no key of a single submission');
  return refusalError(refusal, limitsOf(deps), { fits: fitting(lines, await allowanceOf(deps, submitter)) });
}

/** The longest beginning of the lines that can be reserved. */
function fitting(
  lines: readonly BatchLine[],
  { available, credits, places }: Allowance,
): BatchPriceReply['fits'] {
  let cost = 0;
  let count = 0;
  for (const { costCredits } of lines) {
    if (count === places || cost + costCredits > credits) break;
    cost += costCredits;
    count += 1;
  }
  return { lines: count, left_credits: available - cost };
}

/** Dispatches those that have started, and has the user's browsers read again. */
async function announce(deps: SubmitDeps, userId: string, rows: readonly GenerationRow[]): Promise<void> {
  for (const { id, status } of rows) if (status === 'pending') await enqueueDispatch(deps, id);
  if (rows.some(({ status }) => status === 'waiting')) notifyLine(deps, userId);
  await deps.realtime.emitToUser(userId, 'batches:changed', {});
  await deps.realtime.emitToUser(userId, 'library:changed', {});
}
