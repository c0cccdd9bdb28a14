import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../connect.ts';
import type { GenerationRow, OutputRow } from '../generation-row.ts';
import { claimSubmission } from '../queries/generations/provider/submission.ts';
import type { NewGeneration } from '../queries/generations/reserve/new-generation.ts';
import { reserveGeneration } from '../queries/generations/reserve/reserve-generation.ts';
import { insertApiKey, type NewApiKey } from '../queries/users/api-keys.ts';
import { upsertUserFromIdentity } from '../queries/users/users.ts';
import { grantPurchase } from './grant-purchase.ts';

/** Creates a user, with credits only if some are given. */
export async function createUser(db: Db, credits = 0): Promise<string> {
  const subject = randomUUID();
  const { userId } = await upsertUserFromIdentity(db, {
    provider: 'https://issuer.test',
    subject,
    email: `${subject}@atelier.test`,
    isEmailVerified: true,
    name: null,
  });
  if (credits > 0) await buy(db, userId, credits);
  return userId;
}

export function newKey(
  userId: string,
  { tokenHash = randomBytes(32), ...changes }: Partial<NewApiKey & { tokenHash: Buffer }> = {},
): NewApiKey & { tokenHash: Buffer } {
  return {
    id: uuidv7(),
    userId,
    name: 'A program',
    tokenHash,
    ending: 'wxyz',
    scopes: ['generate', 'read', 'files'],
    expiresAt: null,
    dailyBudget: null,
    totalBudget: null,
    ...changes,
  };
}

/** Creates an API key of the user; returns its id. */
export async function createKey(
  db: Db,
  userId: string,
  changes: Partial<NewApiKey & { tokenHash: Buffer }> = {},
): Promise<string> {
  const key = newKey(userId, changes);
  await insertApiKey(db, key, 20);
  return key.id;
}

export function buy(
  db: Db,
  userId: string,
  credits: number,
  paymentId: string = randomUUID(),
): Promise<boolean> {
  return grantPurchase(db, {
    userId,
    provider: 'test',
    paymentId,
    credits,
    amountMinor: 100,
    currency: 'usd',
  });
}

export function newGeneration(userId: string, changes: Partial<NewGeneration> = {}): NewGeneration {
  return {
    id: uuidv7(),
    userId,
    kind: 'text-to-video',
    medium: 'video',
    prompt: 'A paper boat',
    negativePrompt: '',
    model: 'wan-t2v',
    mode: null,
    width: 854,
    height: 480,
    input: { prompt: 'A paper boat' },
    adjustments: [],
    isPublic: false,
    costCredits: 300,
    expectedSeconds: 60,
    deadlineSeconds: 1_500,
    providerEndpoint: 'fal-ai/wan-t2v',
    idempotency: null,
    maxRunning: 1_000,
    maxWaiting: 1_000,
    ...changes,
  };
}

/** Reserves a generation; throws when the account has too few credits. */
export async function reserve(
  db: Db,
  userId: string,
  changes: Partial<NewGeneration> = {},
): Promise<GenerationRow> {
  const reservation = await reserveGeneration(db.pool, newGeneration(userId, changes));
  if (!reservation.ok) throw new Error(`Not reserved: ${reservation.reason}`);
  return reservation.generation;
}

/** Builds a video with its poster, as a worker stores it. */
export function newOutput(
  generationId: string,
  position: number,
  changes: Pick<Partial<OutputRow>, 'original_url' | 'sha256'> = {},
) {
  return {
    id: uuidv7(),
    generation_id: generationId,
    position,
    content_type: 'video/mp4',
    storage_key: `u/x/${generationId}-${position}.mp4`,
    poster_key: `u/x/${generationId}-${position}.webp`,
    placeholder: null,
    bytes: 5_000_000_000,
    width: 854,
    height: 480,
    duration_seconds: 5.0625,
    fps: 16,
    text: null,
    is_flagged: false,
    original_url: null,
    peaks: null,
    ...changes,
  };
}

export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Claims the next attempt to submit, as the dispatch job does. */
export async function claim(db: Db, generationId: string): Promise<GenerationRow> {
  const row = await claimSubmission(db.pool, generationId, randomBytes(32));
  if (!row) throw new Error('Somebody else has the submission');
  return row;
}
