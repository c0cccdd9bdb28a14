import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type HistorySearch, type HistoryView, searchOf, viewOf } from '#features/history/history-search.ts';
import { UnderstandingHistoryPage } from '#features/history/understanding/understanding-history-page.tsx';
import { renderRunning } from './-render-running.tsx';

/** The history of questions, at whichever of its two addresses. */
export function UnderstandingHistory({ search }: { search: HistorySearch }) {
  const navigate = useNavigate();
  const showView = useCallback(
    (view: HistoryView) => void navigate({ to: '.', search: searchOf(view), replace: view.page === 1 }),
    [navigate],
  );
  return <UnderstandingHistoryPage view={viewOf(search)} onView={showView} renderRunning={renderRunning} />;
}
