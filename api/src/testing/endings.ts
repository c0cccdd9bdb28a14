import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  acceptProviderEvent,
  claimSubmission,
  finishGeneration,
  insertOutput,
  recordSubmission,
} from '@atelier/db';
import { newKey } from '@atelier/storage';
import type { ApiDeps } from '../deps.ts';
import type { TestUser } from './start-test-api.ts';
import { type CreatedVideo, createVideoPath, textToVideo } from './text-to-video.ts';

type Deps = Pick<ApiDeps, 'db' | 'store'>;

export async function submitVideo(user: TestUser, more: object = {}): Promise<string> {
  const reply = await user.post(createVideoPath, { ...textToVideo, ...more });
  if (reply.status !== 200) throw new Error(`Not submitted: ${reply.bytes.toString()}`);
  return (reply.body as CreatedVideo).id;
}

/** As a worker does it, up to the provider's answer; returns the provider's id. */
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
    nextCheckSeconds: 60,
  });
  return providerRequestId;
}

/** The provider has answered and the files are on their way: it can no longer be cancelled. */
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

type FinishedVideo = { id: string; key: string; posterKey: string };

/** A completed video with a stored file and poster. */
export async function finishVideo(
  deps: Deps,
  user: TestUser,
  { content = Buffer.from('0123456789'), contentType = 'video/mp4', ...more }: FileOfVideo = {},
): Promise<FinishedVideo> {
  const id = await submitVideo(user, more);
  await answerByProvider(deps, id);
  const [key, posterKey] = [newKey(user.userId, contentType), newKey(user.userId, 'image/webp')];
  await deps.store.put(key, Readable.from([content]), { contentType, maxBytes: 1_000_000 });
  await deps.store.put(posterKey, Readable.from([Buffer.from('poster')]), {
    contentType: 'image/webp',
    maxBytes: 1_000_000,
  });
  await insertOutput(deps.db.pool, {
    id: randomUUID(),
    generation_id: id,
    position: 0,
    content_type: contentType,
    storage_key: key,
    poster_key: posterKey,
    placeholder: null,
    bytes: content.length,
    width: 832,
    height: 480,
    duration_seconds: 5,
    fps: 16,
    text: null,
    is_flagged: false,
    original_url: 'https://v3.fal.media/files/x.mp4',
    peaks: null,
  });
  await finishGeneration(deps.db.pool, {
    generationId: id,
    status: 'completed',
    chargeCredits: 300,
    error: null,
  });
  return { id, key, posterKey };
}

type FileOfVideo = {
  content?: Buffer;
  contentType?: string;
  prompt?: string;
  is_public?: boolean;
};
