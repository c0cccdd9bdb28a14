import { findGeneration, type GenerationRow, toModelAnswer, withOutputs } from '@atelier/db';
import type { WorkerDeps } from '../deps.ts';
import { logGeneration } from '../process/job-context.ts';

export type ComposeDeps = Pick<WorkerDeps, 'db' | 'store'>;

/** How long fal promises to keep its own files. */
const readableSeconds = 7 * 24 * 3_600;

type WebhookBody = {
  request_id: string;
  gateway_request_id: string;
  status: 'OK' | 'ERROR';
  payload: Record<string, unknown>;
  error?: string;
};

/** The webhook of an ended generation, in the shape of fal's own (docs/fal.md). Throws for one that still runs. */
export async function composeWebhook(deps: ComposeDeps, generationId: string): Promise<WebhookBody> {
  const row = await findGeneration(deps.db.pool, generationId);
  if (!row) throw new Error(`There is no generation ${generationId}`);
  logGeneration(row);
  const ids = { request_id: row.id, gateway_request_id: row.id };
  const { error, payload } = await readAnswer(deps, row);
  return error === undefined
    ? { ...ids, status: 'OK', payload }
    : { ...ids, status: 'ERROR', error, payload };
}

type Result = Pick<WebhookBody, 'payload' | 'error'>;

/** Signs the files' URLs at each attempt, so that a late one still works. */
async function readAnswer(deps: ComposeDeps, row: GenerationRow): Promise<Result> {
  // Its files are removed, or about to be.
  if (row.deleted_at) return { error: deleted, payload: { detail: deleted } };
  const [full = { generation: row, outputs: [] }] = await withOutputs(deps.db.pool, [row]);
  const answer = await toModelAnswer(full, (key) =>
    deps.store.presignGet(key, { expiresSeconds: readableSeconds }),
  );
  return answer.ok
    ? { payload: answer.output }
    : { error: answer.message, payload: { detail: answer.detail } };
}

const deleted = 'The generation was deleted';
