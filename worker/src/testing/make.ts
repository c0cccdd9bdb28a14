import { randomUUID } from 'node:crypto';
import { getKind, parseInput } from '@atelier/catalog';
import { getProvider } from '@atelier/catalog/server';
import {
  type Balance,
  findGeneration,
  type GenerationRow,
  getBalance,
  listOutputs,
  markTrashed,
  purgeOwnTrash,
  reserveGeneration,
  upsertUserFromIdentity,
} from '@atelier/db';
import { grantPurchase } from '@atelier/db/testing';
import { enqueueStep } from '@atelier/generations';
import { v7 as uuidv7 } from 'uuid';
import { vi } from 'vitest';
import type { WorkerDeps } from '../deps.ts';
import { createHandlers } from '../handlers.ts';

export const startCredits = 1_000;

export type Order = {
  kind?:
    | 'text-to-video'
    | 'flux-schnell'
    | 'qwen-image-2'
    | 'flux-dev-image-to-image'
    | 'nano-banana-2-edit'
    | 'image-to-video'
    | 'image-understanding'
    | 'text-to-speech'
    | 'transcription'
    | 'veed-fabric-1-0'
    | 'video-to-audio';
  prompt: string;
  input?: Record<string, unknown>;
  costCredits?: number;
  deadlineSeconds?: number;
  webhookUrl?: string;
  /** Owner of the generation; a new user when absent. */
  userId?: string;
  maxRunning?: number;
};

/** A user with credits and a reserved generation, in the state in which the api leaves them. */
export async function order(deps: WorkerDeps, { kind: id = 'text-to-video', prompt, input, ...rest }: Order) {
  const userId = rest.userId ?? (await createUser(deps));
  const kind = getKind(id);
  const parsed = parseInput(kind, { prompt, ...input });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  const reservation = await reserveGeneration(deps.db.pool, {
    id: uuidv7(),
    userId,
    kind: kind.id,
    medium: kind.medium,
    prompt,
    negativePrompt: '',
    mode: null,
    width: null,
    height: null,
    model: kind.columns(parsed.input).model,
    input: parsed.input,
    adjustments: [],
    isPublic: false,
    costCredits: rest.costCredits ?? kind.price(parsed.input).costCredits,
    expectedSeconds: kind.expectedSeconds(parsed.input),
    deadlineSeconds: rest.deadlineSeconds ?? 1_500,
    providerEndpoint: getProvider(kind).endpoint,
    idempotency: null,
    maxRunning: rest.maxRunning ?? 5,
    maxWaiting: 1_000,
    webhookUrl: rest.webhookUrl,
  });
  if (!reservation.ok) throw new Error(reservation.reason);
  return reservation.generation;
}

export async function createUser(deps: WorkerDeps): Promise<string> {
  const subject = randomUUID();
  const { userId } = await upsertUserFromIdentity(deps.db, {
    provider: 'https://issuer.test',
    subject,
    email: `${subject}@atelier.test`,
    isEmailVerified: true,
    name: null,
  });
  const credits = startCredits;
  const purchase = { userId, provider: 'test', paymentId: subject, credits, amountMinor: 0, currency: 'usd' };
  await grantPurchase(deps.db, purchase);
  return userId;
}

/** Deletes a generation; its files are to go when it leaves the trash. */
export async function trash(deps: WorkerDeps, { id, user_id: userId }: Owned): Promise<void> {
  await markTrashed(deps.db.pool, { ids: [id], userId, hasFilesDeleted: true });
}

/** Deletes it for good: a job is to remove its files. */
export async function deleteForGood(deps: WorkerDeps, generation: Owned): Promise<void> {
  await trash(deps, generation);
  await purgeOwnTrash(deps.db.pool, { userId: generation.user_id, ids: [generation.id], limit: 1 });
}

type Owned = Pick<GenerationRow, 'id' | 'user_id'>;

/** Enqueues the dispatch, as the api does after the reservation. */
export async function send(deps: WorkerDeps, { id: generationId }: GenerationRow): Promise<void> {
  await enqueueStep(deps, 'dispatch', { generationId, run: 0 });
}

export async function current(deps: WorkerDeps, { id }: { id: string }): Promise<GenerationRow> {
  const row = await findGeneration(deps.db.pool, id);
  if (!row) throw new Error(`There is no generation ${id}`);
  return row;
}

/** Resolves with the row once it satisfies the condition; rejects when it does not within `timeout` milliseconds. */
export function reach(
  deps: WorkerDeps,
  generation: { id: string },
  condition: (row: GenerationRow) => boolean,
  timeout = 50_000,
): Promise<GenerationRow> {
  return vi.waitUntil(
    async () => {
      const row = await current(deps, generation);
      return condition(row) && row;
    },
    { timeout, interval: 20 },
  );
}

export const waitForEnd = (deps: WorkerDeps, generation: { id: string }, timeout?: number) =>
  reach(deps, generation, (row) => row.finished_at !== null, timeout);

/** Outcome, outputs and balance after the end of a generation. */
export async function readSummary(deps: WorkerDeps, generation: GenerationRow) {
  const row = await current(deps, generation);
  const outputs = await listOutputs(deps.db.pool, row.id);
  const { available, held }: Balance = await getBalance(deps.db.pool, row.user_id);
  return {
    status: row.status,
    error: row.error_code,
    settled: row.settled,
    released: row.released,
    left: available,
    held,
    outputs: outputs.length,
  };
}

export type PollOutcome = { isAgain: boolean; inSeconds: number | undefined };

/** One run of a watch job, and whether and when it wants to run again. */
export async function pollOnce(deps: WorkerDeps, generation: { id: string }): Promise<PollOutcome> {
  const { watch_run: run } = await current(deps, generation);
  const again = new Error('again');
  let inSeconds: number | undefined;
  const context = {
    jobId: 'poll',
    attempt: 1,
    isLastAttempt: false,
    signal: undefined,
    delayUntil(timestampMs: number): never {
      inSeconds = (timestampMs - Date.now()) / 1000;
      throw again;
    },
  };
  try {
    await createHandlers(deps)['watch-generation']({ generationId: generation.id, run }, context);
  } catch (error) {
    if (error !== again) throw error;
  }
  return { isAgain: inSeconds !== undefined, inSeconds };
}

/** Polls repeatedly, as the watch job does at its times. */
export async function endByPolling(deps: WorkerDeps, generation: GenerationRow): Promise<GenerationRow> {
  await reach(deps, generation, (row) => row.provider_request_id !== null);
  await vi.waitUntil(
    async () => {
      await pollOnce(deps, generation);
      return ['saving', 'done'].includes((await current(deps, generation)).stage);
    },
    { timeout: 20_000 },
  );
  return waitForEnd(deps, generation);
}
