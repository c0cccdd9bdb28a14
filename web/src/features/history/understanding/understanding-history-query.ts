import { queryClient } from '#lib/query-client.ts';
import type { HistoryView } from '../history-search.ts';
import { fetchUnderstandingHistory } from './understanding-history-api.ts';

const queryKey = ['understanding-history'] as const;

export function understandingHistoryQuery(view: HistoryView) {
  return {
    queryKey: [...queryKey, view],
    queryFn: ({ signal }: { signal: AbortSignal }) => fetchUnderstandingHistory(view, signal),
  };
}

/** Reads the page that is on screen again; the others when they are visited. */
export async function refreshUnderstandingHistory(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey });
}
