import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type HistoryView, historySearchSchema, searchOf, viewOf } from '#features/history/history-search.ts';
import { VideoHistoryPage } from '#features/history/video/video-history-page.tsx';
import { loadWords } from '#lib/i18n/i18n.ts';
import { renderRunning } from './-render-running.tsx';

export const Route = createFileRoute('/creator/history/video')({
  validateSearch: historySearchSchema,
  loader: () => loadWords('history', 'messages', 'preview'),
  component: HistoryRoute,
});

function HistoryRoute() {
  const { search, page } = viewOf(Route.useSearch());
  const navigate = useNavigate({ from: Route.fullPath });
  const showView = useCallback(
    (view: HistoryView) => void navigate({ search: searchOf(view), replace: view.page === 1 }),
    [navigate],
  );
  return <VideoHistoryPage view={{ search, page }} onView={showView} renderRunning={renderRunning} />;
}
