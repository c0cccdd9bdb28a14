import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { AppError } from '@atelier/contract';
import {
  acceptProviderEvent,
  changeLibrary,
  claimSubmission,
  type GenerationRow,
  insertApiKey,
  insertAuditEvent,
  insertDownload,
  insertOutput,
  insertSession,
  insertTakeOut,
  markGenerationEnded,
  markTrashed,
  markUploadsUsed,
  putPushSubscription,
  recordSubmission,
  reserveGeneration,
  upsertUserFromIdentity,
} from '@atelier/db';
import { grantPurchase } from '@atelier/db/testing';
import { createConsumer } from '@atelier/queue';
import { newKey, toIncomingKey } from '@atelier/storage';
import { v7 as uuidv7 } from 'uuid';
import { vi } from 'vitest';
import type { WorkerDeps } from '../deps.ts';
import { createHandlers } from '../handlers.ts';
import { storeUpload } from './store-upload.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/**
 * A user who has left something in every place that can hold it: each row, file and job contains the marker. 1,000
 * credits bought, 600 spent.
 */
export async function populateAccount(deps: WorkerDeps, marker: string): Promise<{ userId: string }> {
  const identity = {
    provider: 'https://issuer.test',
    subject: `sub-${marker}`,
    email: `${marker}@mail.test`,
  };
  const { userId } = await upsertUserFromIdentity(deps.db, {
    ...identity,
    isEmailVerified: true,
    name: `Name ${marker}`,
  });
  await buyCredits(deps, userId, marker);
  const account = { userId, apiKeyId: await addAccess(deps, userId, marker), marker };
  const completed = await complete(deps, account);
  await fail(deps, account);
  await addUploads(deps, completed, marker);
  await insertTakeOut(deps.db.pool, { id: randomUUID(), userId, language: 'en', token: marker });
  await insertDownload(deps.db.pool, {
    id: randomUUID(),
    userId,
    generationIds: [completed.id],
    format: 'png',
    lifetimeSeconds: 3_600,
  });
  await failJob(deps, completed, marker);
  return { userId };
}

async function buyCredits({ db }: WorkerDeps, userId: string, marker: string): Promise<void> {
  const payment = { provider: 'test', paymentId: randomUUID(), amountMinor: 500, currency: 'usd' };
  await grantPurchase(db, { userId, credits: 1_000, ...payment });
  await db.pool.query('update purchase set checkout_url = $2, request_id = $3 where user_id = $1', [
    userId,
    `https://checkout.test/${marker}`,
    randomUUID(),
  ]);
  await db.pool.query('update app_user set lock_reason = $2 where id = $1', [userId, `Wrote ${marker}`]);
}

type Account = { userId: string; apiKeyId: string; marker: string };

/** A session, an API key and an event of the audit log. Returns the key's id. */
async function addAccess({ db }: WorkerDeps, userId: string, marker: string): Promise<string> {
  const sessionId = randomUUID();
  await insertSession(db.pool, {
    idHash: `hash-${marker}`,
    userId,
    publicId: sessionId,
    expiresAt: new Date(Date.now() + 86_400_000),
    authenticatedAt: null,
    address: '2001:db8::7',
    userAgent: `Browser ${marker}`,
  });
  const subscription = {
    endpoint: `https://push.test/${marker}`,
    p256dh: marker,
    auth: marker,
    language: 'en',
  };
  await putPushSubscription(db, { ...subscription, userId, sessionId, applicationKey: 'key' });
  const apiKeyId = randomUUID();
  const limits = { expiresAt: null, dailyBudget: null, totalBudget: 1_000 };
  const key = { id: apiKeyId, userId, name: `Key ${marker}`, tokenHash: sha256(marker), ending: 'wxyz' };
  await insertApiKey(db, { ...key, ...limits, scopes: ['generate'] }, 20);
  await insertAuditEvent(db.pool, {
    name: 'sign_in',
    actor: 'user',
    actorId: userId,
    userId,
    reason: null,
    details: {},
    occurrences: 1,
    requestId: randomUUID(),
    address: '2001:db8::7',
    userAgent: `Browser ${marker}`,
  });
  return apiKeyId;
}

/** Sent to fal and answered, with a file, a poster and a text, and a webhook to the user's own server. */
async function complete(deps: WorkerDeps, account: Account): Promise<GenerationRow> {
  const { userId, marker } = account;
  const row = await submit(deps, account);
  await acceptProviderEvent(deps.db.pool, {
    generationId: row.id,
    attempt: 1,
    providerRequestId: `fal-${marker}-${row.id}`,
    kind: 'webhook',
    bodySha256: sha256(row.id),
    result: { text: `Result ${marker}` },
    error: null,
  });
  const [key, posterKey] = [newKey(userId, 'image/png'), newKey(userId, 'image/webp')];
  for (const each of [key, posterKey]) await putFile(deps, each, marker);
  await insertOutput(deps.db.pool, {
    id: uuidv7(),
    generation_id: row.id,
    position: 0,
    content_type: 'image/png',
    storage_key: key,
    poster_key: posterKey,
    placeholder: `data:${marker}`,
    text: `Answer ${marker}`,
    original_url: `https://v3.fal.media/${marker}.png`,
  });
  await markGenerationEnded(deps.db.pool, {
    generationId: row.id,
    status: 'completed',
    chargeCredits: 300,
    error: null,
    seed: 7,
  });
  await changeLibrary(deps.db.pool, {
    userId: account.userId,
    ids: [row.id],
    isFavorite: true,
    addTags: [`tag ${marker}`],
  });
  return row;
}

/** Failed, charged and with a request for a refund in the owner's words. */
async function fail(deps: WorkerDeps, account: Account): Promise<void> {
  const { marker } = account;
  const row = await submit(deps, account);
  await markGenerationEnded(deps.db.pool, {
    generationId: row.id,
    status: 'failed',
    chargeCredits: 300,
    error: { code: 'provider_rejected', detail: `fal said ${marker}` },
  });
  await deps.db.pool.query(
    `update generation set refund_reason = $2, provider_error = $3, error_reason = $2, error_fields = $3 where id = $1`,
    [row.id, `Because ${marker}`, JSON.stringify([{ message: marker }])],
  );
  await markTrashed(deps.db.pool, { userId: account.userId, ids: [row.id], hasFilesDeleted: true });
}

async function submit(deps: WorkerDeps, { userId, apiKeyId, marker }: Account): Promise<GenerationRow> {
  const id = uuidv7();
  const reserved = await reserveGeneration(deps.db.pool, {
    id,
    userId,
    kind: 'flux-schnell',
    medium: 'image',
    prompt: `Prompt ${marker} 城市`,
    negativePrompt: `Without ${marker}`,
    model: 'flux-schnell',
    mode: 'text-to-image',
    width: 512,
    height: 512,
    input: { prompt: `Prompt ${marker}` },
    adjustments: [{ field: marker, from: 1, to: 2, reason: 'model_default' }],
    isPublic: true,
    costCredits: 300,
    expectedSeconds: 3,
    expectedMostSeconds: 3,
    deadlineSeconds: 900,
    providerEndpoint: 'fal-ai/flux/schnell',
    idempotency: { key: randomUUID(), bodySha256: sha256(id) },
    maxRunning: 5,
    maxWaiting: 1_000,
    apiRequestId: randomUUID(),
    apiKeyId,
    webhookUrl: `https://hook.test/${marker}`,
  });
  if (!reserved.ok) throw new Error(reserved.reason);
  await claimSubmission(deps.db.pool, id, sha256(marker));
  await recordSubmission(deps.db.pool, {
    generationId: id,
    attempt: 1,
    providerRequestId: `fal-${marker}-${id}`,
    queuePosition: null,
    expectedSeconds: 3,
    expectedMostSeconds: 3,
    nextCheckSeconds: 600,
  });
  return reserved.generation;
}

/** Adds an upload that a generation uses, one that was never finished, and a file that no row names any more. */
async function addUploads(deps: WorkerDeps, row: GenerationRow, marker: string): Promise<void> {
  const content = Buffer.from(`File ${marker}`);
  const key = await storeUpload(deps, row.user_id, { content, contentType: 'image/png' });
  await markUploadsUsed(deps.db.pool, [key], row.id);
  await putFile(deps, toIncomingKey(newKey(row.user_id, 'video/mp4')), marker);
  await putFile(deps, newKey(row.user_id, 'video/mp4'), marker);
}

async function putFile({ store }: WorkerDeps, key: string, marker: string): Promise<void> {
  await store.put(key, Readable.from([Buffer.from(`File ${marker}`)]), {
    contentType: 'image/png',
    maxBytes: 1_000,
  });
}

/** A job that failed for good stays on the board with its error. */
async function failJob(deps: WorkerDeps, { id: generationId }: GenerationRow, marker: string): Promise<void> {
  const consumer = createConsumer(deps.queue, {
    log: deps.log,
    handlers: {
      ...createHandlers(deps),
      'deliver-webhook': async () => {
        throw new AppError('not_found', { message: `No answer from ${marker}` });
      },
      sweep: async () => undefined,
    },
  });
  await consumer.ready();
  const queue = deps.queue.queue('deliver-webhook');
  const before = await queue.getFailedCount();
  await deps.producer.enqueue('deliver-webhook', { generationId });
  await vi.waitUntil(async () => (await queue.getFailedCount()) > before, { timeout: 20_000 });
  await consumer.close();
}
