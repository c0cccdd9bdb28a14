import type { AudioHistoryReply } from '@atelier/contract';
import { request } from '#lib/api/request.ts';
import { type HistoryView, historyQueryOf } from '../history-search.ts';

export function fetchAudioHistory(view: HistoryView, signal: AbortSignal): Promise<AudioHistoryReply> {
  return request('GET /api/audio-generation/history', { query: historyQueryOf(view), signal });
}

/** The API deletes one record a call. `isLeaving` lets the calls outlive the page. */
export async function deleteSounds(ids: readonly string[], isLeaving: boolean): Promise<void> {
  await Promise.all(
    ids.map((id) => request('DELETE /api/audio-generation/delete', { body: { id }, keepalive: isLeaving })),
  );
}
