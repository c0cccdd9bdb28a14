import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from './api/api-error.ts';
import { queryClient } from './query-client.ts';

export type KeptQuery<Reply> = {
  /** The reply to the current query; while that loads, or when it failed, the previous reply. */
  reply: Reply | undefined;
  isOld: boolean;
  error: Error | null;
  isSignInNeeded: boolean;
  retry: () => void;
};

type ReadQuery<Reply> = {
  queryKey: QueryKey;
  queryFn: (context: { signal: AbortSignal }) => Promise<Reply>;
};

/** Refetches on every visit, because rows change while a page is closed, and keeps showing the last reply meanwhile. */
export function useQueryWithPrevious<Reply>(read: ReadQuery<Reply>): KeptQuery<Reply> {
  const query = useQuery({ ...read, staleTime: 0 }, queryClient);
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
