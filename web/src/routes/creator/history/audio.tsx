import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { AudioHistoryPage } from '#features/history/audio/audio-history-page.tsx';
import { type HistoryView, historySearchSchema, searchOf, viewOf } from '#features/history/history-search.ts';
import { loadWords } from '#lib/i18n/i18n.ts';
import { renderRunning } from './-render-running.tsx';

export const Route = createFileRoute('/creator/history/audio')({
  validateSearch: historySearchSchema,
  loader: () => loadWords('history', 'messages', 'preview', 'audio'),
  component: HistoryRoute,
});

function HistoryRoute() {
  const { search, page } = viewOf(Route.useSearch());
  const navigate = useNavigate({ from: Route.fullPath });
  const showView = useCallback(
    (view: HistoryView) => void navigate({ search: searchOf(view), replace: view.page === 1 }),
    [navigate],
  );
  return <AudioHistoryPage view={{ search, page }} onView={showView} renderRunning={renderRunning} />;
}
