import { findGeneration, type GenerationRow, toModelAnswer, withOutputs } from '@atelier/db';
import type { WorkerDeps } from '../deps.ts';
import { logGeneration } from '../process/log-generation.ts';

/** As long as fal promises for its files. */
const readableSeconds = 7 * 24 * 3_600;

type WebhookBody = {
  request_id: string;
  gateway_request_id: string;
  status: 'OK' | 'ERROR';
  payload: Record<string, unknown>;
  error?: string;
};

/** What is told of an ended generation, in the shape of fal's own webhooks (fal.md 2.1). Throws for one that runs. */
export async function composeWebhook(deps: WorkerDeps, generationId: string): Promise<WebhookBody> {
  const row = await findGeneration(deps.db.pool, generationId);
  if (!row) throw new Error(`There is no generation ${generationId}`);
  logGeneration(row);
  const ids = { request_id: row.id, gateway_request_id: row.id };
  const { error, payload } = await answerOf(deps, row);
  return error === undefined
    ? { ...ids, status: 'OK', payload }
    : { ...ids, status: 'ERROR', error, payload };
}

type Told = { error?: string; payload: Record<string, unknown> };

/** Files are signed at each sending, for whoever reads it late. */
async function answerOf(deps: WorkerDeps, row: GenerationRow): Promise<Told> {
  // Its files are gone or about to go.
  if (row.deleted_at) return { error: deleted, payload: { detail: deleted } };
  const [full = { generation: row, outputs: [] }] = await withOutputs(deps.db.pool, [row]);
  const answer = await toModelAnswer(full, (key) =>
    deps.store.presignGet(key, { expiresSeconds: readableSeconds }),
  );
  return answer.ok
    ? { payload: answer.output }
    : { error: answer.message, payload: { detail: answer.detail } };
}

const deleted = 'The record was deleted';
