import { queryClient } from '#lib/query-client.ts';
import type { HistoryView } from '../history-search.ts';
import { fetchAudioHistory } from './audio-history-api.ts';

const queryKey = ['audio-history'] as const;

export function audioHistoryQuery(view: HistoryView) {
  return {
    queryKey: [...queryKey, view],
    queryFn: ({ signal }: { signal: AbortSignal }) => fetchAudioHistory(view, signal),
  };
}

/** Reads the page that is on screen again; the others when they are visited. */
export async function refreshAudioHistory(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey });
}
