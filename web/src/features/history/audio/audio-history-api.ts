import type { AudioHistoryReply } from '@atelier/contract';
import { request } from '#lib/api/request.ts';
import { type HistoryView, historyPath } from '../history-search.ts';

export function fetchAudioHistory(view: HistoryView, signal: AbortSignal): Promise<AudioHistoryReply> {
  return request(historyPath('/api/audio-generation/history', view), { signal });
}

/** The API deletes one record a call. `isLeaving` lets the calls outlive the page. */
export async function deleteSounds(ids: readonly string[], isLeaving: boolean): Promise<void> {
  const path = '/api/audio-generation/delete';
  await Promise.all(ids.map((id) => request(path, { method: 'DELETE', body: { id }, keepalive: isLeaving })));
}
