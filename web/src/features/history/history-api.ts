import type { VideoHistoryReply } from '@atelier/contract';
import { request } from '#lib/api/request.ts';
import { type HistoryView, historyPath } from './history-search.ts';

export function fetchVideoHistory(view: HistoryView, signal: AbortSignal): Promise<VideoHistoryReply> {
  return request<VideoHistoryReply>(historyPath(view), { signal });
}

/** `isLeaving` lets the call outlive the page. */
export async function deleteVideo(id: string, isLeaving: boolean): Promise<void> {
  await request('/api/video-generation/delete', { method: 'DELETE', body: { id }, keepalive: isLeaving });
}
