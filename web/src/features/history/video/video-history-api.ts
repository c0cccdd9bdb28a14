import type { VideoHistoryReply } from '@atelier/contract';
import { request } from '#lib/api/request.ts';
import { type HistoryView, historyQueryOf } from '../history-search.ts';

export function fetchVideoHistory(view: HistoryView, signal: AbortSignal): Promise<VideoHistoryReply> {
  return request('GET /api/video-generation/history', { query: historyQueryOf(view), signal });
}

/** The API deletes one video a call. `isLeaving` lets the calls outlive the page. */
export async function deleteVideos(ids: readonly string[], isLeaving: boolean): Promise<void> {
  await Promise.all(
    ids.map((id) => request('DELETE /api/video-generation/delete', { body: { id }, keepalive: isLeaving })),
  );
}
