import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

type KeptQuery<Reply> = {
  /** What was asked for; while it loads, or when it failed, the last answer before it. */
  reply: Reply | undefined;
  isOld: boolean;
  error: Error | null;
  retry: () => void;
};

type ReadQuery<Reply> = {
  queryKey: QueryKey;
  queryFn: (context: { signal: AbortSignal }) => Promise<Reply>;
};

/** Reads again at every visit, and keeps what was on screen until the next answer has arrived. */
export function useKeptQuery<Reply>(read: ReadQuery<Reply>): KeptQuery<Reply> {
  const query = useQuery({ ...read, staleTime: 0 });
  const [latest, setLatest] = useState(query.data);
  if (query.data !== undefined && query.data !== latest) setLatest(() => query.data);
  return {
    reply: query.data ?? latest,
    isOld: query.data === undefined && latest !== undefined,
    error: query.error,
    retry: () => void query.refetch(),
  };
}
