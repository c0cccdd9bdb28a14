import type { TrashedGeneration, TrashReply } from '@atelier/contract';
import { request } from '#lib/api/request.ts';
import { splitIntoBatches } from './library.ts';

/** Moves generations of any medium to the trash, with their files at its end. */
export async function moveToTrash(ids: readonly string[]): Promise<void> {
  for (const batch of splitIntoBatches(ids)) {
    await request('POST /api/library/trash', { body: { ids: batch, deleteFiles: true } });
  }
}

/** Resolves to the ids of those that were not in the trash any more. */
export async function restoreFromTrash(ids: readonly string[]): Promise<string[]> {
  const missing: string[] = [];
  for (const batch of splitIntoBatches(ids)) {
    const { skipped } = await request('POST /api/library/restore', { body: { ids: batch } });
    missing.push(...skipped);
  }
  return missing;
}

export function fetchTrash(before: string | undefined, signal: AbortSignal): Promise<TrashReply> {
  return request('GET /api/trash', { query: { before, pageSize: 60 }, signal });
}

export async function fetchTrashed(id: string): Promise<TrashedGeneration> {
  const { generation } = await request('GET /api/trash/{id}', { params: { id } });
  return generation;
}

/** Deletes for good: these, or everything that is in the trash. Resolves to how many there were. */
export async function emptyTrash(ids?: readonly string[]): Promise<number> {
  const { removed } = await request('DELETE /api/trash', { body: ids && { ids: [...ids] } });
  return removed;
}
