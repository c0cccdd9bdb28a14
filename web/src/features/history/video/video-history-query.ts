import { queryClient } from '#lib/query-client.ts';
import type { HistoryView } from '../history-search.ts';
import { fetchVideoHistory } from './video-history-api.ts';

const queryKey = ['video-history'] as const;

export function videoHistoryQuery(view: HistoryView) {
  return {
    queryKey: [...queryKey, view],
    queryFn: ({ signal }: { signal: AbortSignal }) => fetchVideoHistory(view, signal),
  };
}

/** Reads the page that is on screen again; the others when they are visited. */
export async function refreshVideoHistory(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey });
}
