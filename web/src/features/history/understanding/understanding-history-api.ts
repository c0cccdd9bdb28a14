import type { UnderstandingHistoryReply } from '@atelier/contract';
import { request } from '#lib/api/request.ts';
import { type HistoryView, historyPath } from '../history-search.ts';

export function fetchUnderstandingHistory(
  view: HistoryView,
  signal: AbortSignal,
): Promise<UnderstandingHistoryReply> {
  return request(historyPath('/api/image-understanding/history', view), { signal });
}

/** The API deletes one record a call. `isLeaving` lets the calls outlive the page. */
export async function deleteAnalyses(ids: readonly string[], isLeaving: boolean): Promise<void> {
  const path = '/api/image-understanding/delete';
  await Promise.all(ids.map((id) => request(path, { method: 'DELETE', body: { id }, keepalive: isLeaving })));
}
