import type { UnderstandingHistoryReply } from '@atelier/contract';
import { request } from '#lib/api/request.ts';
import { type HistoryView, historyQueryOf } from '../history-search.ts';

export function fetchUnderstandingHistory(
  view: HistoryView,
  signal: AbortSignal,
): Promise<UnderstandingHistoryReply> {
  return request('GET /api/image-understanding/history', { query: historyQueryOf(view), signal });
}

/** The API deletes one record a call. `isLeaving` lets the calls outlive the page. */
export async function deleteAnalyses(ids: readonly string[], isLeaving: boolean): Promise<void> {
  await Promise.all(
    ids.map((id) =>
      request('DELETE /api/image-understanding/delete', { body: { id }, keepalive: isLeaving }),
    ),
  );
}
