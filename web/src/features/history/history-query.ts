import { queryClient } from '#lib/query-client.ts';
import { fetchVideoHistory } from './history-api.ts';
import type { HistoryView } from './history-search.ts';

const queryKey = ['video-history'] as const;

export function historyQuery(view: HistoryView) {
  return {
    queryKey: [...queryKey, view],
    queryFn: ({ signal }: { signal: AbortSignal }) => fetchVideoHistory(view, signal),
    // Rows change behind the page's back (another tab, a job that ends), so every visit looks again.
    staleTime: 0,
  };
}

/** Reads the page that is on screen again; the others when they are visited. */
export async function refreshHistory(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey });
}
