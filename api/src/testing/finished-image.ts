import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { CreateReply } from '@atelier/contract';
import { finishGeneration, insertOutput, type OutputRow } from '@atelier/db';
import { newKey } from '@atelier/storage';
import { makePng } from '@atelier/storage/testing';
import type { ApiDeps } from '../deps.ts';
import { emptyOutput } from './ended-record.ts';
import { sendToProvider } from './finished-video.ts';
import type { TestUser } from './start-test-api.ts';

type Deps = Pick<ApiDeps, 'db' | 'store'>;

export const createImagePath = '/api/wan/createImage';

/** 20 credits. */
export const textToImage = {
  image_generation_type: 'text-to-image',
  model: 'flux-schnell',
  prompt: 'A red fox in fresh snow',
};

export async function submitImage(user: TestUser, more: object = {}): Promise<CreateReply> {
  const reply = await user.post(createImagePath, { ...textToImage, ...more });
  if (reply.status !== 200) throw new Error(`Not submitted: ${reply.bytes.toString()}`);
  return reply.body as CreateReply;
}

/** Any further field is sent with the submission. */
type ImageOrder = { images?: readonly ('shown' | 'flagged')[]; [field: string]: unknown };

type FinishedImage = { id: string; keys: string[] };

/** An ended record with an image for each entry of `images`: a picture, or one that was hidden. */
export async function finishImage(
  deps: Deps,
  user: TestUser,
  { images = ['shown'], ...more }: ImageOrder = {},
): Promise<FinishedImage> {
  const { id, credits } = await submitImage(user, { ...more, num_images: images.length });
  await sendToProvider(deps, id);
  const keys: string[] = [];
  for (const [position, image] of images.entries()) {
    const output = image === 'shown' ? await storePicture(deps, user, id) : { is_flagged: true };
    await insertOutput(deps.db.pool, { ...emptyOutput(id), id: randomUUID(), position, ...output });
    if (output.storage_key) keys.push(output.storage_key);
  }
  const status = keys.length === 0 ? 'failed' : keys.length < images.length ? 'partial' : 'completed';
  const chargeCredits = Math.floor((credits.cost * keys.length) / images.length);
  await finishGeneration(deps.db.pool, {
    generationId: id,
    status,
    chargeCredits,
    error: status === 'failed' ? { code: 'content_policy', detail: null } : null,
  });
  return { id, keys };
}

async function storePicture(deps: Deps, user: TestUser, id: string): Promise<Partial<OutputRow>> {
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
