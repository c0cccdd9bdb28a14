import { createHash, randomUUID } from 'node:crypto';
import { claimSubmission, type Db, insertOutput, recordSubmission, removeOutbox } from '@atelier/db';
import { v7 as uuidv7 } from 'uuid';
import { newGeneration } from './new-generation.ts';
import { reserve } from './reserve.ts';

export type SubmittedGeneration = {
  id: string;
  providerRequestId: string;
  /** Query of the webhook's address. */
  query: string;
};

/** Longer than any row runs: nobody looks at these generations by themselves. */
const nextCheckSeconds = 3_600;

/** A generation that runs at the provider and whose file is stored already, so that only its end is missing. */
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
    nextCheckSeconds,
  });
  await removeOutbox(db.pool, [`dispatch:${id}`]);
  await insertOutput(db.pool, storedOutput(id));
  return { id, providerRequestId, query: String(new URLSearchParams({ g: id, a: '1', t: token })) };
}

function storedOutput(generationId: string) {
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
