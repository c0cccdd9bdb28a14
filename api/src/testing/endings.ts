import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  acceptProviderEvent,
  claimNextCut,
  claimSubmission,
  completeCut,
  type Ending,
  insertOutput,
  inTransaction,
  markGenerationEnded,
  type NewOutput,
  recordSubmission,
} from '@atelier/db';
import { newKey } from '@atelier/storage';
import { makePng } from '@atelier/storage/testing';
import { v7 as uuidv7 } from 'uuid';
import type { ApiDeps } from '../deps.ts';
import type { TestUser } from './start-test-api.ts';
import { submitImage, submitVideo } from './submissions.ts';

type Deps = Pick<ApiDeps, 'db' | 'store'>;

/** Does the worker's part up to the provider's acceptance; returns the provider's request id. */
export async function sendToProvider({ db }: Deps, generationId: string): Promise<string> {
  const claimed = await claimSubmission(db.pool, generationId, Buffer.alloc(32));
  if (!claimed) throw new Error('The generation cannot be submitted');
  const providerRequestId = randomUUID();
  await recordSubmission(db.pool, {
    generationId,
    attempt: claimed.attempt,
    providerRequestId,
    queuePosition: 0,
    expectedSeconds: 60,
    expectedMostSeconds: 60,
    nextCheckSeconds: 60,
  });
  return providerRequestId;
}

/** Delivers a result whose files are still being saved: too late to cancel. */
export async function answerByProvider(deps: Deps, generationId: string): Promise<void> {
  const providerRequestId = await sendToProvider(deps, generationId);
  await acceptProviderEvent(deps.db.pool, {
    generationId,
    attempt: 1,
    providerRequestId,
    kind: 'webhook',
    bodySha256: Buffer.alloc(32),
    result: { video: { url: 'https://v3.fal.media/files/x.mp4' } },
    error: null,
  });
}

/** Ends a submitted generation as a worker does, with this output, if any. */
export async function endGeneration(
  deps: Deps,
  generationId: string,
  { output, ...ending }: Omit<Ending, 'generationId'> & { output?: Partial<NewOutput> },
): Promise<void> {
  await sendToProvider(deps, generationId);
  if (output) await insertOutput(deps.db.pool, { ...newOutput(generationId), ...output });
  const finished = await markGenerationEnded(deps.db.pool, { generationId, ...ending });
  if (!finished) throw new Error('The generation had already ended');
}

/** Completes a video with a stored file and poster. */
export async function finishVideo(
  deps: Deps,
  user: TestUser,
  { content = Buffer.from('0123456789'), contentType = 'video/mp4', ...more }: VideoOrder = {},
): Promise<{ id: string; key: string; posterKey: string }> {
  const id = await submitVideo(user, more);
  await answerByProvider(deps, id);
  const [key, posterKey] = [newKey(user.userId, contentType), newKey(user.userId, 'image/webp')];
  await deps.store.put(key, Readable.from([content]), { contentType, maxBytes: 1_000_000 });
  await deps.store.put(posterKey, Readable.from([Buffer.from('poster')]), {
    contentType: 'image/webp',
    maxBytes: 1_000_000,
  });
  await insertOutput(deps.db.pool, {
    ...newOutput(id),
    content_type: contentType,
    storage_key: key,
    poster_key: posterKey,
    bytes: content.length,
    width: 832,
    height: 480,
    duration_seconds: 5,
    fps: 16,
    original_url: 'https://v3.fal.media/files/x.mp4',
  });
  await markGenerationEnded(deps.db.pool, {
    generationId: id,
    status: 'completed',
    chargeCredits: 300,
    error: null,
  });
  return { id, key, posterKey };
}

/** Completes the cut that is due next, with an output that has no file. */
export async function finishNextCut({ db }: Pick<Deps, 'db'>): Promise<string> {
  const cut = await claimNextCut(db.pool);
  if (!cut) throw new Error('No cut can be claimed');
  const id = uuidv7();
  await inTransaction(db, (on) =>
    completeCut(on, cut, {
      generation: {
        id,
        userId: cut.user_id,
        kind: 'cut',
        medium: 'video',
        prompt: '',
        negativePrompt: '',
        model: 'cut',
        mode: null,
        width: null,
        height: null,
        input: cut.plan as Record<string, unknown>,
        adjustments: [],
        isPublic: false,
        costCredits: 0,
        expectedSeconds: 0,
        deadlineSeconds: 0,
        providerEndpoint: '',
        idempotency: null,
        maxRunning: 0,
        maxWaiting: 0,
        sources: cut.sources as never,
      },
      output: {
        id: uuidv7(),
        generation_id: id,
        position: 0,
        content_type: 'video/mp4',
        storage_key: `u/${id}.mp4`,
        duration_seconds: 90,
        width: 480,
        height: 832,
      },
    }),
  );
  return id;
}

type VideoOrder = { content?: Buffer; contentType?: string; prompt?: string; is_public?: boolean };

const doubtAboutAll = { fault: null, doubt: 'blank', measured: { spread: 20 }, frames: null };

/** Ends an image generation with an output for each entry of `images`: a stored image, or a flagged one. */
export async function finishImage(
  deps: Deps,
  user: TestUser,
  { images = ['shown'], doubtful = [], ...more }: ImageOrder = {},
): Promise<{ id: string; keys: string[] }> {
  const { id, credits } = await submitImage(user, { ...more, num_images: images.length });
  await sendToProvider(deps, id);
  const keys: string[] = [];
  for (const [position, image] of images.entries()) {
    const output = image === 'shown' ? await storeImage(deps, user, id) : { is_flagged: true };
    const doubt = doubtful.includes(position) ? doubtAboutAll : undefined;
    await insertOutput(deps.db.pool, { ...newOutput(id), position, ...output }, doubt);
    if (output.storage_key) keys.push(output.storage_key);
  }
  const status = keys.length === 0 ? 'failed' : keys.length < images.length ? 'partial' : 'completed';
  const chargeCredits = Math.floor((credits.cost * keys.length) / images.length);
  await markGenerationEnded(deps.db.pool, {
    generationId: id,
    status,
    chargeCredits,
    error: status === 'failed' ? { code: 'content_policy', detail: null } : null,
  });
  return { id, keys };
}

/** `doubtful` lists the positions of suspect images. Further fields are sent with the submission. */
type ImageOrder = {
  images?: readonly ('shown' | 'flagged')[];
  doubtful?: readonly number[];
  [field: string]: unknown;
};

async function storeImage(deps: Deps, user: TestUser, id: string): Promise<Partial<NewOutput>> {
  const content = makePng({ width: 64, height: 48, trailer: id });
  const key = newKey(user.userId, 'image/png');
  const options = { contentType: 'image/png', maxBytes: 1_000_000 };
  await deps.store.put(key, Readable.from([content]), options);
  return {
    content_type: 'image/png',
    storage_key: key,
    poster_key: newKey(user.userId, 'image/webp'),
    bytes: content.length,
    width: 64,
    height: 48,
    original_url: 'https://v3.fal.media/files/x.png',
  };
}

function newOutput(generationId: string): NewOutput {
  return { id: randomUUID(), generation_id: generationId, position: 0, content_type: 'text/plain' };
}
