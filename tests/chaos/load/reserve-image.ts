import { randomUUID } from 'node:crypto';
import { kinds } from '@atelier/catalog';
import { getProvider } from '@atelier/catalog/server';
import { reserveGeneration } from '@atelier/db';
import type { Stage } from '../stage/open-stage.ts';

type Image = { userId: string; kindId?: string; maxRunning: number; maxWaiting: number };

/** Reserves one image as the api does, and nothing after it. Returns the id of the generation. */
export async function reserveImage(
  { db }: Pick<Stage, 'db'>,
  { userId, kindId = 'flux-schnell', maxRunning, maxWaiting }: Image,
): Promise<string> {
  const kind = kinds.find(({ id }) => id === kindId);
  if (!kind) throw new Error(`There is no kind ${kindId}`);
  const input = { prompt: 'A fox in snow', image_size: 'square', num_images: 1 };
  const reservation = await reserveGeneration(db.pool, {
    id: randomUUID(),
    userId,
    kind: kind.id,
    medium: kind.medium,
    prompt: input.prompt,
    negativePrompt: '',
    mode: null,
    width: null,
    height: null,
    model: kind.id,
    input,
    adjustments: [],
    isPublic: false,
    costCredits: 8,
    expectedSeconds: 5,
    deadlineSeconds: 900,
    providerEndpoint: getProvider(kind).endpoint,
    idempotency: null,
    maxRunning,
    maxWaiting,
  });
  if (!reservation.ok) throw new Error(reservation.reason);
  return reservation.generation.id;
}
