import type { VideoHistoryReply } from '@atelier/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#lib/api/api-error.ts';
import { historyQuery } from './history-query.ts';
import type { HistoryView } from './history-search.ts';

export type VideoHistory = {
  /** The page asked for; while it loads, or when it failed, the one before. */
  reply: VideoHistoryReply | undefined;
  isOld: boolean;
  error: Error | null;
  isSignInNeeded: boolean;
  retry: () => void;
};

/** A page of the history. What was on screen stays there until the next page has arrived (ux.md, "Histories"). */
export function useVideoHistory(view: HistoryView): VideoHistory {
  const query = useQuery(historyQuery(view));
  const [latest, setLatest] = useState(query.data);
  if (query.data && query.data !== latest) setLatest(query.data);
  return {
    reply: query.data ?? latest,
    isOld: query.data === undefined && latest !== undefined,
    error: query.error,
    isSignInNeeded: query.error instanceof ApiError && query.error.status === 401,
    retry: () => void query.refetch(),
  };
}
