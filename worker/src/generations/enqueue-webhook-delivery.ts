import type { GenerationRow } from '@atelier/db';
import { enqueueDelivery } from '@atelier/queue';
import type { WorkerDeps } from '../deps.ts';

/** The delivery was committed with the end: if the queue cannot be told now, the sweeper looks at it within seconds. */
export async function wakeWebhook(deps: WorkerDeps, { id, webhook_url }: GenerationRow): Promise<void> {
  if (webhook_url === null || !deps.webhookSigner) return;
  try {
    await enqueueDelivery(deps.producer, { generationId: id });
  } catch (error) {
    deps.log.warn({ err: error, generationId: id }, 'not enqueued; the sweeper will');
  }
}
