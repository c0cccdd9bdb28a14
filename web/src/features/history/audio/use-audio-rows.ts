import type { AudioHistoryRow, PublicGeneration } from '@atelier/contract';
import { useEffect, useMemo } from 'react';
import { pollWhileDisconnected } from '#lib/realtime/poll-while-disconnected.ts';
import { useKeptQuery } from '#lib/use-kept-query.ts';
import { useHistoryRows } from '../history-rows.ts';
import type { HistoryView } from '../history-search.ts';
import { audioDeletions } from './audio-deletions.ts';
import { audioHistoryQuery, refreshAudioHistory } from './audio-history-query.ts';

/** product-2 section 4. */
const pollEveryMs = 10_000;

/** The page of a view with what the socket knows since, and the refund facts of each record. */
export function useAudioRows(view: HistoryView) {
  const history = useKeptQuery(audioHistoryQuery(view));
  const { running, rest, total } = useHistoryRows({
    medium: 'audio',
    reply: history.reply,
    deletions: audioDeletions,
    isTop: view.page === 1 && view.search === '',
    refresh: refreshAudioHistory,
  });
  const listed = history.reply?.data;
  const rowsById = useMemo(() => new Map(listed?.map((row) => [row.id, row])), [listed]);
  useListAfterNews(rest, rowsById);
  useListPolling(running.length > 0);
  return { history, running, rest, total, rowsById };
}

/** The socket tells of a record, not of its refund: a list that is older than its records is read again. */
function useListAfterNews(
  rest: readonly PublicGeneration[],
  rowsById: ReadonlyMap<string, AudioHistoryRow>,
): void {
  const news = rest
    .filter(({ id, revision }) => revision > (rowsById.get(id)?.generation.revision ?? -1))
    .map(({ id, revision }) => `${id}:${revision}`)
    .join();
  useEffect(() => {
    if (news !== '') void refreshAudioHistory();
  }, [news]);
}

/** Reads the list every 10 s while something runs and the socket is gone. */
function useListPolling(isRunning: boolean): void {
  useEffect(
    () => (isRunning ? pollWhileDisconnected(() => void refreshAudioHistory(), pollEveryMs) : undefined),
    [isRunning],
  );
}
