import type { VideoHistoryReply } from '@atelier/contract';
import { request } from '#lib/api/request.ts';
import { type HistoryView, historyPath } from '../history-search.ts';

export function fetchVideoHistory(view: HistoryView, signal: AbortSignal): Promise<VideoHistoryReply> {
  return request<VideoHistoryReply>(historyPath('/api/video-generation/history', view), { signal });
}

/** The API deletes one video a call. `isLeaving` lets the calls outlive the page. */
export async function deleteVideos(ids: readonly string[], isLeaving: boolean): Promise<void> {
  const path = '/api/video-generation/delete';
  await Promise.all(ids.map((id) => request(path, { method: 'DELETE', body: { id }, keepalive: isLeaving })));
}
