import type { CreateReply } from '@atelier/contract';
import { type MediaUrl, toPublicGeneration } from '@atelier/db';
import type { Submitted } from './first-answer.ts';

/** What every creation call answers (rulings, "Endpoints"). */
export function toCreateReply(submitted: Submitted, mediaUrl: MediaUrl): CreateReply {
  const generation = toPublicGeneration({ generation: submitted.generation, outputs: [] }, mediaUrl);
  return {
    id: generation.id,
    request_id: generation.request_id,
    status: 'pending',
    credits: { cost: generation.credits.cost, left_credits: submitted.leftCredits },
    generation,
  };
}
