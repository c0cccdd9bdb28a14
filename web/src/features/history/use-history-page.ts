import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#lib/api/api-error.ts';
import { queryClient } from '#lib/query-client.ts';

export type HistoryPage<Reply> = {
  /** The page asked for; while it loads, or when it failed, the one before. */
  reply: Reply | undefined;
  isOld: boolean;
  error: Error | null;
  isSignInNeeded: boolean;
  retry: () => void;
};

type PageQuery<Reply> = {
  queryKey: QueryKey;
  queryFn: (context: { signal: AbortSignal }) => Promise<Reply>;
};

/** A page of a history. What was on screen stays there until the next page has arrived (ux.md, "Histories"). */
export function useHistoryPage<Reply>(page: PageQuery<Reply>): HistoryPage<Reply> {
  // Rows change behind the page's back (another tab, a job that ends), so every visit looks again.
  const query = useQuery({ ...page, staleTime: 0 }, queryClient);
  const [latest, setLatest] = useState(query.data);
  if (query.data !== undefined && query.data !== latest) setLatest(() => query.data);
  return {
    reply: query.data ?? latest,
    isOld: query.data === undefined && latest !== undefined,
    error: query.error,
    isSignInNeeded: query.error instanceof ApiError && query.error.status === 401,
    retry: () => void query.refetch(),
  };
}
