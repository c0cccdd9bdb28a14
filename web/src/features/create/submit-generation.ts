import type { Kind, KindInput } from '@atelier/catalog';
import { refreshAccount } from '#lib/account/account-store.ts';
import { ApiError } from '#lib/api/api-error.ts';
import { createVideo } from '#lib/api/generations.ts';
import { addSubmission, answerSubmission, dropSubmission } from '#lib/generations/generations-store.ts';
import { realtimeStatus } from '#lib/realtime/realtime-status.ts';
import { draftGeneration } from './draft-generation.ts';
import { newRequestId } from './new-request-id.ts';

type SubmitOptions = { kind: Kind; input: KindInput; isPublic: boolean };

/**
 * Shows the job at once, then sends it. A call that got no answer is sent a second time: its request id keeps it
 * one job (ruling 4). Rejects with the `ApiError`; the card is gone by then.
 */
export async function submitGeneration({ kind, input, isPublic }: SubmitOptions): Promise<void> {
  const requestId = newRequestId();
  addSubmission(draftGeneration({ kind, input, requestId, isPublic }));
  const body = { ...input, video_generation_type: kind.id, request_id: requestId, is_public: isPublic };
  try {
    const reply = await createVideo(body).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'network_error') return createVideo(body);
      throw error;
    });
    answerSubmission(requestId, reply.generation);
    // The balance comes with an event; without a connection it has to be asked for.
    if (realtimeStatus.get() !== 'connected') void refreshAccount();
  } catch (error) {
    dropSubmission(requestId);
    throw error;
  }
}
