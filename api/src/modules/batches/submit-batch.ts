// Takes a batch: reads and prices all lines, then reserves every one of them by the statement that reserves a single
// generation, in one transaction: all are accepted, in their order, or none is.
import { findKind, type Kind, type KindInput } from '@atelier/catalog';
import { AppError, type BatchPriceReply, type CreateBatchBody, listUploadFields } from '@atelier/contract';
import {
  type Allowance,
  countFitting,
  findAllowance,
  findFirstBatch,
  type GenerationRow,
  inPreparedTransaction,
  insertBatch,
  listBatchGenerations,
  type NewBatch,
  type NewGeneration,
  type Reservation,
  reserveGeneration,
  type TransactionStep,
} from '@atelier/db';
import { enqueueDispatch, joinLine } from '@atelier/generations';
import { v7 as uuidv7 } from 'uuid';
import { explainLimit, type PricedLines, readLimits } from '../generations/explain-limit.ts';
import {
  checkSubmission,
  type Idempotency,
  type PreparedSubmission,
  prepareSubmission,
  type SubmitDeps,
  type Submitter,
  sumCosts,
} from '../generations/prepare-submission.ts';
import type { AskedSubmission, Problem, ReadLine, SubmissionOrigin } from '../generations/read-submission.ts';
import { type Refusal, refusalError } from '../generations/refusals.ts';
import { reserveApproved, type UseApproval } from '../generations/reserve-approved.ts';
import { keepFiles } from '../uploads/keep-files.ts';

type Asked = { body: CreateBatchBody; origin: SubmissionOrigin };

/** Writes in the transaction that reserves, with the generations in the order of the lines. What it throws undoes them all. */
export type Alongside = TransactionStep<readonly GenerationRow[]>;

/** An accepted batch: its id, its generations in the order of the lines, and the balance after its holds. */
export type SubmittedBatch = { id: string; generationIds: string[]; leftCredits: number };

/**
 * Returns what a batch would cost, what is wrong with it, and how much of it fits. Holds nothing, fetches no file, and needs
 * no credits. Throws what concerns the whole of it, as `submitBatch` does.
 */
export async function priceBatch(
  deps: SubmitDeps,
  submitter: Submitter,
  { body, origin }: Asked,
): Promise<BatchPriceReply> {
  const { lines, problems } = await checkSubmission(deps, submitter, toSubmission(body, origin), {
    refuse: refuseLines,
  });
  const comparisons = compareLines(lines);
  const priced = new Map(lines.map((line, index) => [line.line, { ...line, ...comparisons[index] }]));
  return {
    dry_run: true,
    total_credits: sumCosts(lines),
    lines: body.lines.map((_, index) => ({
      line: index + 1,
      cost_credits: priced.get(index + 1)?.costCredits ?? null,
      duplicate_of: priced.get(index + 1)?.duplicateOf ?? null,
    })),
    problems: problems
      .map(({ line = 0, path, code, message }) => ({ line, path, code, message }))
      .toSorted((a, b) => a.line - b.line),
    fits: fitting(lines, await findBatchAllowance(deps, submitter)),
  };
}

/** Throws AppError as `submitGeneration` does; `fits` in its details says how many lines a limit leaves room for. */
export async function submitBatch(
  deps: SubmitDeps,
  submitter: Submitter,
  { body, origin, alongside }: Asked & { alongside?: Alongside },
): Promise<SubmittedBatch> {
  const { userId } = submitter;
  const prepared = await prepareSubmission(deps, submitter, toSubmission(body, origin), {
    refuse: refuseLines,
    describe: (lines) => [lines.map(({ kind, input }) => [kind.id, input])],
    findFirst: (idempotency) => findFirst(deps, userId, idempotency),
    assertRoom: (lines) => assertRoom(deps, submitter, lines),
  });
  if (prepared.first) return prepared.first;
  const { lines, keys, key, bodySha256, costCredits } = prepared;
  const sets = compareLines(lines).map(({ set }) => set);
  const batch = { ...newBatch(submitter, body, prepared), sets: Math.max(...sets) };
  const generations = prepared.generations.map((generation, index) => ({
    ...generation,
    batch: { id: batch.id, line: index + 1, set: sets[index] ?? 1 },
  }));
  const first = () => (key ? findFirst(deps, userId, { key, bodySha256 }) : Promise.resolve(undefined));
  const reserve = (useApproval?: UseApproval) =>
    reserveAll(deps, batch, generations, [useApproval, alongside]);
  const tried = await reserve();
  const approved =
    tried !== 'repeated' && !tried.ok && tried.refusal.reason === 'approval_needed'
      ? await reserveApproved(deps, submitter, prepared, {
          reserve,
          findFirst: first,
        })
      : { reserved: tried };
  if (approved.first) return approved.first;
  const { reserved } = approved;
  if (reserved === 'repeated') {
    const repeated = await first();
    if (!repeated) throw new AppError('in_progress');
    return repeated;
  }
  if (!reserved.ok) {
    if (reserved.refusal.reason === 'project_deleted') throw refusalError(reserved.refusal, readLimits(deps));
    throw await limitReached(deps, submitter, prepared);
  }
  const { rows, leftCredits } = reserved;
  deps.log.info({ batchId: batch.id, lines: rows.length, costCredits }, 'batch accepted');
  for (const [index, { id }] of rows.entries()) {
    const files = keys[index] ?? [];
    if (files.length > 0) await keepFiles(deps, files, id);
  }
  await dispatchAndNotify(deps, userId, rows);
  return { id: batch.id, generationIds: rows.map(({ id }) => id), leftCredits };
}

export function toSubmission(
  { lines, ...fields }: Pick<CreateBatchBody, 'lines'>,
  origin: SubmissionOrigin,
): AskedSubmission {
  const asked = lines.map(({ kind, input }) => ({ kind: findKind(kind) ?? { names: [kind] }, input }));
  return { lines: asked, fields, origin };
}

/** Names each problem by its line: `lines.17.prompt`. */
export function refuseLines(problems: readonly Problem[]): AppError {
  const issues = problems.map(({ line, error: _, path, ...issue }) => ({
    path: line === undefined ? path : `lines.${line}.${path}`,
    ...issue,
  }));
  return new AppError('validation_failed', { details: { issues } });
}

/** `set` counts from 1; `duplicateOf` is the first line that asks for the same. */
type Comparison = { set: number; duplicateOf: number | null };

/** Compares each line with those before it. Returns the comparisons in the order of the lines. */
function compareLines(lines: readonly ReadLine[]): Comparison[] {
  const sets = new Map<string, number>();
  const firsts = new Map<string, number>();
  return lines.map(({ line, kind, input }) => {
    const same = JSON.stringify([kind.id, input]);
    const duplicateOf = firsts.get(same) ?? null;
    assignNumber(firsts, same, line);
    return { set: assignNumber(sets, describeIdea(kind, input), sets.size + 1), duplicateOf };
  });
}

/** Lines of one set have medium, prompt and files in common. */
function describeIdea(kind: Kind, input: KindInput): string {
  const files = listUploadFields(kind).map(({ name }) => input[name] ?? null);
  return JSON.stringify([kind.medium, kind.columns(input).prompt ?? input.prompt ?? '', files]);
}

function assignNumber(numbers: Map<string, number>, key: string, next: number): number {
  const known = numbers.get(key) ?? next;
  numbers.set(key, known);
  return known;
}

function newBatch(
  { userId }: Submitter,
  { name }: CreateBatchBody,
  { lines, options, costCredits, key, bodySha256 }: PreparedSubmission,
): Omit<NewBatch, 'sets'> {
  return {
    id: uuidv7(),
    userId,
    name: name ?? formatName(lines[0]),
    projectId: options.projectId,
    lines: lines.length,
    costCredits,
    requestKey: key,
    bodySha256,
  };
}

const maxOwnNameLength = 40;

/** The beginning of the first prompt, or the name of its kind when there is none. */
function formatName(line: ReadLine | undefined): string {
  const prompt = line ? (line.kind.columns(line.input).prompt ?? line.input.prompt) : '';
  const words = typeof prompt === 'string' ? prompt.replaceAll(/\s+/g, ' ').trim() : '';
  if ([...words].length <= maxOwnNameLength) return words || (line?.kind.id ?? '');
  const start = [...words].slice(0, maxOwnNameLength - 1).join('');
  // Cuts at the last space, unless it is among the first 20 characters.
  return `${start.replace(/(?<=.{20}) \S*$/u, '').trimEnd()}…`;
}

/** The batch that an earlier request with the same key made. Throws idempotency_mismatch when it meant something else. */
async function findFirst(
  { db }: SubmitDeps,
  userId: string,
  { key, bodySha256 }: Idempotency,
): Promise<SubmittedBatch | undefined> {
  const first = await findFirstBatch(db.pool, userId, key);
  if (!first) return undefined;
  if (!first.body_sha256.equals(bodySha256)) throw new AppError('idempotency_mismatch');
  const generations = await listBatchGenerations(db.pool, { userId, id: first.id });
  return { id: first.id, generationIds: generations.map(({ id }) => id), leftCredits: first.left_credits };
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
  [useApproval, alongside]: [UseApproval?, Alongside?],
): Promise<Reserved | 'repeated'> {
  try {
    return await inPreparedTransaction(db, async (on) => {
      const inserted = await insertBatch(on, batch);
      if (inserted === 'repeated') return inserted;
      if (inserted === 'project_deleted') throw new LineRefused({ ok: false, reason: inserted });
      const rows: GenerationRow[] = [];
      let leftCredits = 0;
      for (const generation of generations) {
        const reservation = await reserveGeneration(
          on,
          useApproval ? { ...generation, isApproved: true } : generation,
        );
        if (!reservation.ok) throw new LineRefused(reservation);
        rows.push(reservation.generation);
        leftCredits = reservation.leftCredits;
      }
      await useApproval?.(on);
      await alongside?.(on, rows);
      return { ok: true, rows, leftCredits };
    });
  } catch (error) {
    if (!(error instanceof LineRefused) || error.refusal.reason === 'key_used') throw error;
    return { ok: false, refusal: error.refusal };
  }
}

function findBatchAllowance(deps: SubmitDeps, { userId, keyId }: Submitter): Promise<Allowance> {
  return findAllowance(deps.db.pool, { userId, apiKeyId: keyId ?? null, ...readLimits(deps) });
}

async function assertRoom(deps: SubmitDeps, submitter: Submitter, lines: readonly ReadLine[]): Promise<void> {
  const fits = fitting(lines, await findBatchAllowance(deps, submitter));
  if (fits.lines < lines.length)
    throw await limitReached(deps, submitter, { lines, askedCost: sumCosts(lines) });
}

/** Why all of it together cannot be reserved, and how much of it could. */
export async function limitReached(
  deps: SubmitDeps,
  submitter: Submitter,
  asked: PricedLines,
): Promise<AppError> {
  const fits = fitting(asked.lines, await findBatchAllowance(deps, submitter));
  return explainLimit(deps, submitter, asked, { fits });
}

/** The longest beginning of the lines that can be reserved. */
function fitting(lines: readonly ReadLine[], allowance: Allowance): BatchPriceReply['fits'] {
  const { count, leftCredits } = countFitting(
    lines.map(({ costCredits }) => costCredits),
    allowance,
  );
  return { lines: count, left_credits: leftCredits };
}

/** Dispatches those that have started, and has the user's browsers read again. */
async function dispatchAndNotify(
  deps: SubmitDeps,
  userId: string,
  rows: readonly GenerationRow[],
): Promise<void> {
  for (const { id, status } of rows) if (status === 'pending') await enqueueDispatch(deps, id);
  if (rows.some(({ status }) => status === 'waiting')) await joinLine(deps, userId);
  await deps.realtime.emitToUser(userId, 'batches:changed', {});
  await deps.realtime.emitToUser(userId, 'library:changed', {});
}
