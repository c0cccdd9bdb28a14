import { createHash, randomUUID } from 'node:crypto';
import { getProvider } from '@atelier/catalog/server';
import {
  claimSubmission,
  type Db,
  insertOutput,
  type NewGeneration,
  recordSubmission,
  removeOutbox,
  reserveGeneration,
} from '@atelier/db';
import { v7 as uuidv7 } from 'uuid';
import { benchInput, benchKind } from '../bench-input.ts';

export type SubmittedGeneration = {
  id: string;
  providerRequestId: string;
  /** The query string of the webhook's address. */
  query: string;
};

/** Longer than any scenario, so that the worker never polls these generations. */
const nextCheckSeconds = 3_600;

/** A generation running at the provider whose file is already stored, so that only its end is missing. */
export async function insertSubmittedGeneration(db: Db, userId: string): Promise<SubmittedGeneration> {
  const { id, expectedSeconds } = await reserve(db, newGeneration(userId));
  const token = randomUUID();
  const providerRequestId = randomUUID();
  await claimSubmission(db.pool, id, createHash('sha256').update(token).digest());
  await recordSubmission(db.pool, {
    generationId: id,
    attempt: 1,
    providerRequestId,
    queuePosition: 0,
    expectedSeconds,
    expectedMostSeconds: 2 * expectedSeconds,
    nextCheckSeconds,
  });
  await removeOutbox(db.pool, [`dispatch:${id}`]);
  await insertOutput(db.pool, storedOutput(id));
  return { id, providerRequestId, query: String(new URLSearchParams({ g: id, a: '1', t: token })) };
}

export function storedOutput(generationId: string) {
  const id = uuidv7();
  return {
    id,
    generation_id: generationId,
    position: 0,
    content_type: 'video/mp4',
    storage_key: `bench/${id}.mp4`,
    poster_key: `bench/${id}.webp`,
    placeholder: null,
    bytes: 1_842_210,
    width: 854,
    height: 480,
    duration_seconds: 5,
    fps: 16,
    text: null,
    is_flagged: false,
    original_url: null,
    peaks: null,
  };
}

/** The generation that the api makes of the bench's input, for reservations without the api. */
export function newGeneration(userId: string): NewGeneration {
  const { model, width = null, height = null } = benchKind.columns(benchInput);
  const expectedSeconds = benchKind.expectedSeconds(benchInput);
  return {
    id: uuidv7(),
    userId,
    kind: benchKind.id,
    medium: benchKind.medium,
    prompt: String(benchInput.prompt),
    negativePrompt: '',
    model,
    mode: null,
    width,
    height,
    input: benchInput,
    adjustments: [],
    isPublic: false,
    costCredits: benchKind.price(benchInput).costCredits,
    expectedSeconds,
    deadlineSeconds: 900 + 10 * expectedSeconds,
    providerEndpoint: getProvider(benchKind).endpoint,
    idempotency: null,
    maxRunning: 100_000_000,
    maxWaiting: 1_000,
  };
}

/** Reserves like the api. A refusal throws: bench users have enough credits for everything. */
export async function reserve(db: Db, generation: NewGeneration): Promise<NewGeneration> {
  const reservation = await reserveGeneration(db.pool, generation);
  if (!reservation.ok) throw new Error(`The reservation was refused: ${reservation.reason}`);
  return generation;
}
