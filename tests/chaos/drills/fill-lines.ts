import { randomUUID } from 'node:crypto';
import { kinds } from '@atelier/catalog';
import { getProvider } from '@atelier/catalog/server';
import { reserveGeneration } from '@atelier/db';
import { enrollUser } from '../load/enroll-users.ts';
import type { Stage } from '../stage/open-stage.ts';

type Lines = {
  users: number;
  /** Generations of each user. */
  each: number;
  /** Kinds that they are of, by turns. */
  kindIds?: readonly string[];
};

/**
 * Generations of many users, in the state in which the api leaves them: the first of each are to start, the others wait. Returns
 * their ids in the order of each user's line.
 */
export async function fillLines(
  stage: Stage,
  { users, each, kindIds = ['flux-schnell'] }: Lines,
): Promise<string[]> {
  const owners: string[] = [];
  for (let index = 0; index < users; index += 1)
    owners.push((await enrollUser(stage, `drill-${index}@atelier.test`, 1_000_000)).client.userId);
  const perUser = await Promise.all(
    owners.map(async (userId) => {
      const ids: string[] = [];
      for (let index = 0; index < each; index += 1)
        ids.push(await reserve(stage, userId, kindIds[index % kindIds.length] ?? ''));
      return ids;
    }),
  );
  return perUser.flat();
}

async function reserve(stage: Stage, userId: string, kindId: string): Promise<string> {
  const kind = kinds.find(({ id }) => id === kindId);
  if (!kind) throw new Error(`There is no kind ${kindId}`);
  const input = { prompt: 'A fox in snow', image_size: 'square', num_images: 1 };
  const reservation = await reserveGeneration(stage.db.pool, {
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
    maxRunning: stage.limitRunning ?? 5,
    maxWaiting: 100_000,
  });
  if (!reservation.ok) throw new Error(reservation.reason);
  return reservation.generation.id;
}
