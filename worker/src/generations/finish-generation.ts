// Turns a provider's answer into an ended generation: files copied to our storage, outputs stored, credits settled or
// released, owner notified. It is completed only once its files are in our storage. Idempotent: stored files are not
// copied again, and only the first end counts.
import { findKind, type Kind, type KindInput, mediumFacts } from '@atelier/catalog';
import { getProvider, type ProviderOutputs } from '@atelier/catalog/server';
import { type AppError, isAppError } from '@atelier/contract';
import {
  countReturns,
  type Ending,
  findFault,
  findGeneration,
  findGenerationWithOutputs,
  type GenerationRow,
  type GenerationWithOutputs,
  listOutputs,
  type OutputRow,
} from '@atelier/db';
import type { Failure } from '@atelier/fal';
import {
  type FinalizeDeps,
  type Finalized,
  finalizeAsCancelled,
  finalizeAsFailed,
  finalizeGeneration,
  withLease,
} from '@atelier/generations';
import type { Fault } from '@atelier/media';
import { noteSuccess } from '../breakers/note-success.ts';
import { putBack } from '../breakers/put-back.ts';
import { type BreakerDeps, reportVerdict } from '../breakers/report-verdict.ts';
import type { WorkerDeps } from '../deps.ts';
import { logGeneration } from '../process/job-context.ts';
import { withCatalogFieldNames } from './catalog-field-names.ts';
import { codeOfFault } from './inspect-output.ts';
import { isProviderDown, readAnswer } from './read-answer.ts';
import { type StoreDeps, storeFileOutput, storeTextOutput } from './store-output.ts';

type FinishDeps = FinalizeDeps &
  StoreDeps &
  BreakerDeps &
  Pick<WorkerDeps, 'provider' | 'finishing' | 'breakers' | 'settings'>;

export async function finishGeneration(
  deps: FinishDeps,
  { generationId }: { generationId: string },
  { isLastAttempt }: { isLastAttempt: boolean },
): Promise<void> {
  const { underWay } = deps.finishing;
  if (underWay.has(generationId)) return;
  underWay.add(generationId);
  try {
    const found = await findGenerationWithOutputs(deps.db.pool, generationId);
    if (!found || found.generation.finished_at) return;
    const row = found.generation;
    // A job of an attempt that went back into the line says nothing about the next one.
    if (row.stage !== 'saving') return;
    logGeneration(row);
    await withLease(deps, row, () => finishUntilDeadline(deps, found, isLastAttempt));
    deps.metrics.resultHandled(row);
  } finally {
    underWay.delete(generationId);
  }
}

/**
 * A network or storage failure says nothing about the result, so it is retried until the deadline, by the sweeper's jobs
 * after this job's attempts. Then what has been stored is delivered, and the credits of the rest are released.
 */
async function finishUntilDeadline(
  deps: FinishDeps,
  found: GenerationWithOutputs,
  isLastAttempt: boolean,
): Promise<void> {
  const { generation: row } = found;
  try {
    await finish(deps, found, isLastAttempt);
  } catch (error) {
    deps.metrics.savingFailed();
    const code =
      isAppError(error) && error.code === 'provider_unavailable' ? error.code : 'result_copy_failed';
    const waitHours = (await isProviderDown(deps, error)) ? deps.settings.providerWaitHours : 0;
    if (!isLastAttempt || row.deadline_at.getTime() + waitHours * 3_600_000 > Date.now()) throw error;
    deps.log.error({ err: error, generationId: row.id }, 'a result could not be saved before the deadline');
    const copyFailure = { code, detail: readDetail(error) } as const;
    const kind = findKind(row.kind);
    if (kind) await endWithFewer(deps, kind, row, { copyFailure, seed: undefined });
    else await endWithFailure(deps, row, copyFailure);
  }
}

async function finish(
  deps: FinishDeps,
  { generation: row, outputs: earlier }: GenerationWithOutputs,
  isLastAttempt: boolean,
): Promise<void> {
  if (row.deleted_at) {
    // Deleted by its owner while it ran: a result that is never shown is not charged.
    await finalizeAsCancelled(deps, row);
    return;
  }
  const answer = await readAnswer(deps, row);
  if (!answer.ok) {
    await handleFailure(deps, row, answer.failure);
    return;
  }
  const kind = findKind(row.kind);
  if (!kind) {
    // Removed while it ran: what the result would be read by is gone, so nothing is charged.
    await endWithFailure(deps, row, { code: 'kind_closed', detail: 'The catalog has no such kind' });
    return;
  }
  const { files, text, transcript, seed } = readOutputs(deps, kind, row, answer.result);
  if (files.length === 0 && text === undefined) {
    await endWithFailure(deps, row, { code: 'no_output', detail: null });
    return;
  }
  if (text !== undefined) await storeTextOutput(deps, row, { text, transcript });
  const outputs = text === undefined ? earlier : await listOutputs(deps.db.pool, row.id);
  const copied = await copyFiles(deps, kind, row, { files, transcript, outputs, isLastAttempt });
  await endWithOutputs(deps, kind, row, { seed, ...copied });
}

/** A refusal because of our account may come as a result, too; after this many it is taken for the model's own words. */
const maxReturns = 3;

async function handleFailure(deps: FinishDeps, row: GenerationRow, failure: Failure): Promise<void> {
  if (failure.code === 'provider_locked' && (await putBackFewTimes(deps, row))) return;
  if (failure.code === 'provider_failed' && failure.isServerError) {
    const verdict = { subject: 'model', code: 'model_failing', detail: failure.detail ?? '' } as const;
    await reportVerdict(deps, verdict, row.kind);
  }
  // Another run of this job may have put it back, and it may have started again.
  const condition = failure.code === 'provider_locked' ? { ifRevision: row.revision } : undefined;
  await endWithFailure(deps, row, failure, condition);
}

/** Attempts that were refused when they were submitted do not count. */
async function putBackFewTimes(deps: FinishDeps, row: GenerationRow): Promise<boolean> {
  return (await countReturns(deps.db.pool, row.id)) < maxReturns && (await putBack(deps, row));
}

function readOutputs(deps: FinishDeps, kind: Kind, row: GenerationRow, result: unknown): ProviderOutputs {
  try {
    const { files, ...rest } = getProvider(kind).readOutputs(result);
    return { ...rest, files: files.slice(0, kind.expectedOutputs(row.input as KindInput)) };
  } catch (error) {
    deps.log.error({ err: error, generationId: row.id }, 'a result of unknown shape');
    return { files: [] };
  }
}

type FilesToCopy = Pick<ProviderOutputs, 'files' | 'transcript'> & {
  outputs: OutputRow[];
  isLastAttempt: boolean;
};
type CopiedFiles = { outputs: OutputRow[]; copyFailure: Failure | undefined };

/** How long the copying of one file may have taken: a host that lets us wait is not asked again for part of a result. */
const patienceMs = 20_000;

/**
 * Copies what is still missing, each file whatever became of the others. A file that is unusable at every attempt is a
 * failure, and one that cannot be fetched is the same where the others can be delivered without it; other errors are thrown.
 */
async function copyFiles(
  deps: FinishDeps,
  kind: Kind,
  row: GenerationRow,
  { files, transcript, outputs, isLastAttempt }: FilesToCopy,
): Promise<CopiedFiles> {
  const stored = new Set(outputs.map((output) => output.position));
  const missing = [...files.entries()].filter(([position]) => !stored.has(position));
  if (missing.length === 0) return { outputs, copyFailure: undefined };
  const problems: { error: unknown; isOutOfPatience: boolean }[] = [];
  await Promise.all(
    missing.map(([position, file]) =>
      deps.finishing.copySlots(async () => {
        const startedAt = performance.now();
        const output = { position, file, transcript: position === 0 ? transcript : undefined };
        await storeFileOutput(deps, row, output).catch((error: unknown) => {
          problems.push({ error, isOutOfPatience: performance.now() - startedAt > patienceMs });
        });
      }),
    ),
  );
  const copied = await listOutputs(deps.db.pool, row.id);
  const isPart = canBePartial(kind) && countDelivered(copied) > 0;
  let copyFailure: Failure | undefined;
  for (const { error, isOutOfPatience } of problems) {
    const isLast = isLastAttempt || (isPart && isOutOfPatience);
    if (!isVerdict(error, { isLast, isPart })) throw error;
    deps.log.warn({ err: error, generationId: row.id }, 'a file of a result cannot be had');
    copyFailure = { code: error.code, detail: readDetail(error) };
  }
  return { outputs: copied, copyFailure };
}

/** Whether what is wrong with a file is final. Our own storage says nothing about any file. */
function isVerdict(
  error: unknown,
  { isLast, isPart }: { isLast: boolean; isPart: boolean },
): error is AppError {
  if (!isAppError(error)) return false;
  if (!error.isRetryable) return true;
  return isLast && (error.code === 'result_copy_failed' || (error.code === 'provider_unavailable' && isPart));
}

/** Returns false for media whose generations have one file, without which there is nothing to deliver. */
function canBePartial(kind: Kind): boolean {
  return mediumFacts[kind.medium].isSet === true;
}

function readDetail(error: unknown): string | null {
  const { cause, message } = error as { cause?: unknown; message?: string };
  return cause instanceof Error ? cause.message : (message ?? null);
}

/** Charges what was delivered: everything, a part (of sets only), or nothing. */
async function endWithOutputs(
  deps: FinishDeps,
  kind: Kind,
  row: GenerationRow,
  { seed, outputs, copyFailure }: CopiedFiles & { seed: number | undefined },
): Promise<void> {
  const expected = kind.expectedOutputs(row.input as KindInput);
  if (countDelivered(outputs) < expected) return endWithFewer(deps, kind, row, { seed, copyFailure });
  // No output is ever changed while its generation runs, and there is none beyond these.
  const ending = { generationId: row.id, status: 'completed', chargeCredits: row.cost, error: null } as const;
  await finalizeGeneration(deps, { ...ending, seed }, { outputs });
  await noteSuccess(deps, row);
}

/**
 * Another run of this job may be storing what is missing here. Each stored output raises the revision, so an end that
 * did not count it does not happen, and is decided again.
 */
async function endWithFewer(
  deps: FinishDeps,
  kind: Kind,
  { id: generationId }: GenerationRow,
  given: Pick<CopiedFiles, 'copyFailure'> & { seed: number | undefined },
): Promise<void> {
  const row = await findGeneration(deps.db.pool, generationId);
  if (!row || row.finished_at) return;
  // Read after the revision: an output that comes in between is counted, and only decided about twice.
  const outputs = await listOutputs(deps.db.pool, generationId);
  const condition = { ifRevision: row.revision };
  const expected = kind.expectedOutputs(row.input as KindInput);
  const delivered = countDelivered(outputs);
  const isEnough = delivered === expected || (delivered > 0 && canBePartial(kind));
  const ended = isEnough
    ? await finalizeGeneration(
        deps,
        {
          generationId,
          status: delivered < expected ? 'partial' : 'completed',
          // Rounded in the user's favour.
          chargeCredits: Math.floor((row.cost * delivered) / expected),
          error: null,
          seed: given.seed,
          ...condition,
        },
        { outputs },
      )
    : await endWithFailure(
        deps,
        row,
        given.copyFailure ?? (await explainEmptyResult(deps, outputs, row)),
        condition,
      );
  if (!ended) await endWithFewer(deps, kind, row, given);
}

/** Why there is nothing to deliver although the provider has answered. */
async function explainEmptyResult(
  { db }: FinishDeps,
  outputs: readonly OutputRow[],
  row: GenerationRow,
): Promise<Failure> {
  if (outputs.some((output) => output.is_flagged)) return { code: 'content_policy', detail: null };
  const fault = await findFault(db.pool, row.id);
  return { code: fault ? codeOfFault[fault as Fault] : 'no_output', detail: null };
}

function countDelivered(outputs: readonly OutputRow[]): number {
  return outputs.filter(
    (output) => !output.is_flagged && (output.storage_key !== null || output.text !== null),
  ).length;
}

/** A generation that fails after its owner asked to cancel it counts as cancelled, whatever the provider calls it. */
async function endWithFailure(
  deps: FinishDeps,
  row: GenerationRow,
  failure: Failure,
  condition?: Pick<Ending, 'ifRevision'>,
): Promise<Finalized | undefined> {
  if (row.cancel_requested_at) return finalizeAsCancelled(deps, row, condition);
  return finalizeAsFailed(deps, row, withCatalogFieldNames(row, failure), condition);
}
