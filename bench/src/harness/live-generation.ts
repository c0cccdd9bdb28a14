import { createHash, randomUUID } from 'node:crypto';
import {
  acceptProviderEvent,
  claimSubmission,
  type Db,
  insertOutput,
  markGenerationEnded,
  markProgress,
  noteRequestHash,
  recordSubmission,
  removeOutbox,
} from '@atelier/db';
import { newGeneration, reserve, storedOutput } from './generations.ts';

/** A generation from its reservation to its end, by the statements that api and worker run for it. */
export async function liveGeneration(db: Db, userId: string, number: number): Promise<void> {
  const { pool } = db;
  const generation = newGeneration(userId);
  const prompt = `${generation.prompt} ${number}`;
  const { id, costCredits, expectedSeconds } = await reserve(db, { ...generation, prompt });
  const providerRequestId = randomUUID();
  const sha256 = createHash('sha256').update(id).digest();
  await claimSubmission(pool, id, sha256);
  await noteRequestHash(pool, id, sha256);
  await recordSubmission(pool, {
    generationId: id,
    attempt: 1,
    providerRequestId,
    queuePosition: 2,
    expectedSeconds,
    expectedMostSeconds: 2 * expectedSeconds,
    nextCheckSeconds: 60,
  });
  await removeOutbox(pool, [`dispatch:${id}`]);
  await markProgress(pool, id, { stage: 'queued', queuePosition: 0, percent: null });
  await markProgress(pool, id, { stage: 'generating', queuePosition: null, percent: 10 });
  await acceptProviderEvent(pool, {
    generationId: id,
    attempt: 1,
    providerRequestId,
    kind: 'webhook',
    bodySha256: sha256,
    result: { video: { url: `https://files.example/${id}.mp4` } },
    error: null,
  });
  await insertOutput(pool, storedOutput(id));
  const ending = { generationId: id, status: 'completed', chargeCredits: costCredits, error: null } as const;
  await markGenerationEnded(pool, ending);
  await removeOutbox(pool, [`finish:${id}`, `changed:${id}`]);
}
