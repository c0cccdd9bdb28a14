import type { GenerationRow } from '@atelier/db';
import { enqueueDelivery } from '@atelier/queue';
import type { ApiDeps } from '../../deps.ts';

/** The delivery was committed with the end: if the queue cannot be told now, the sweeper looks at it within seconds. */
export async function wakeWebhook(
  deps: Pick<ApiDeps, 'producer' | 'log'>,
  { id: generationId, webhook_url }: Pick<GenerationRow, 'id' | 'webhook_url'>,
  attempts = 0,
): Promise<void> {
  if (webhook_url === null) return;
  try {
    await enqueueDelivery(deps.producer, { generationId, attempts });
  } catch (error) {
    deps.log.warn({ err: error, generationId }, 'not enqueued; the sweeper will');
  }
}
