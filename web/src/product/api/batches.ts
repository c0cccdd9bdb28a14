import type {
  BatchPriceReply,
  BodyOf,
  PickStatisticsReply,
  PublicBatch,
  PublicGeneration,
} from '@atelier/contract';
import { request } from '#lib/api/request.ts';
import { fetchLibrary } from './library.ts';

export type BatchBody = BodyOf<'POST /api/batches'>;

/** Prices a batch line by line, without holding credits. */
export async function priceBatch(body: BatchBody, signal: AbortSignal): Promise<BatchPriceReply> {
  const reply = await request('POST /api/batches', { body: { ...body, dry_run: true }, signal });
  if (!('dry_run' in reply)) throw new Error('A dry run was answered as if it were none');
  return reply;
}

/** Resolves to the batch and the ids of its generations, in the order of its lines. */
export async function submitBatch(body: BatchBody) {
  const reply = await request('POST /api/batches', { body });
  if (!('batch' in reply)) throw new Error('A batch was answered as if it were a dry run');
  return reply;
}

export async function createBatch(body: BatchBody): Promise<PublicBatch> {
  return (await submitBatch(body)).batch;
}

/** Newest first; `before` is the `next` of the page before. */
export function fetchBatches(before: string | undefined, signal?: AbortSignal) {
  return request('GET /api/batches', { query: { before }, signal });
}

export async function fetchBatch(id: string, signal?: AbortSignal): Promise<PublicBatch> {
  return (await request('GET /api/batches/{id}', { params: { id }, signal })).batch;
}

export async function renameBatch(id: string, name: string): Promise<PublicBatch> {
  return (await request('PATCH /api/batches/{id}', { params: { id }, body: { name } })).batch;
}

/** Cancels what has not ended. Resolves to how many that are. */
export async function cancelBatch(id: string): Promise<number> {
  return (await request('POST /api/batches/{id}/cancel', { params: { id } })).changed;
}

/** Resolves to the address of a zip of all results. */
export async function prepareBatchDownload(id: string): Promise<string> {
  return (await request('POST /api/batches/{id}/download', { params: { id } })).downloadUrl;
}

/** `generationId` null takes the pick of a set back. */
export async function pickInBatch(
  id: string,
  set: number,
  generationId: string | null,
): Promise<PublicBatch> {
  const body = { set, generation_id: generationId };
  return (await request('PUT /api/batches/{id}/pick', { params: { id }, body })).batch;
}

export async function fetchPickStatistics(signal?: AbortSignal): Promise<PickStatisticsReply['models']> {
  return (await request('GET /api/batches/statistics', { signal })).models;
}

const generationsPerCall = 100;

/** Fetches all generations of a batch, in the order of its lines. */
export async function fetchBatchGenerations(id: string, signal?: AbortSignal): Promise<PublicGeneration[]> {
  const generations: PublicGeneration[] = [];
  let before: string | undefined;
  do {
    const reply = await fetchLibrary({ batch: id, pageSize: generationsPerCall, before }, signal);
    generations.push(...reply.data);
    before = reply.next ?? undefined;
  } while (before !== undefined);
  return generations.sort((a, b) => (a.batch_line ?? 0) - (b.batch_line ?? 0));
}
