import type { Kind, KindInput } from '@atelier/catalog';
import { ApiError } from '#lib/api/api-error.ts';
import { createGeneration } from '#lib/api/generations.ts';
import { newRequestId } from '#lib/new-request-id.ts';
import { realtimeStatus } from '#lib/realtime/realtime-status.ts';
import { refreshAccount } from '#product/account/account-store.ts';
import { addSubmission, answerSubmission, dropSubmission } from '#product/generation/generations-store.ts';
import { draftGeneration } from './draft-generation.ts';
import { wireNames } from './wire-names.ts';

type SubmitOptions = {
  kind: Kind;
  input: KindInput;
  isPublic: boolean;
  /** The price that the user saw. With another one the server charges nothing and says it. */
  expectedCredits: number;
};

/**
 * Shows the job at once, then sends it. A call that got no answer is sent a second time: its request id keeps it
 * one job (ruling 4). Rejects with the `ApiError`; the card is gone by then.
 */
export async function submitGeneration(options: SubmitOptions): Promise<void> {
  const { kind, input, isPublic, expectedCredits } = options;
  const requestId = newRequestId();
  addSubmission(draftGeneration({ kind, input, requestId, isPublic }));
  const body = {
    ...input,
    ...wireNames(kind, input),
    request_id: requestId,
    is_public: isPublic,
    expected_cost: expectedCredits,
  };
  try {
    const reply = await createGeneration(kind.medium, body).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'network_error')
        return createGeneration(kind.medium, body);
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
