import type { PublicGeneration } from '@atelier/contract';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { HistoryPick } from '#features/history/history-pick.tsx';
import { type HistoryView, historySearchSchema, searchOf, viewOf } from '#features/history/history-search.ts';
import { VideoHistoryPage } from '#features/history/video-history-page.tsx';
import { RunningCard } from '#features/preview/running-card.tsx';
import { loadWords } from '#lib/i18n/i18n.ts';

export const Route = createFileRoute('/creator/history/$type')({
  validateSearch: historySearchSchema,
  loader: () => loadWords('history', 'messages', 'preview'),
  component: HistoryRoute,
});

function HistoryRoute() {
  const { type } = Route.useParams();
  const { search, page } = viewOf(Route.useSearch());
  const navigate = useNavigate({ from: Route.fullPath });
  const showView = useCallback(
    (view: HistoryView) => void navigate({ search: searchOf(view), replace: view.page === 1 }),
    [navigate],
  );
  if (type !== 'video') return <HistoryPick />;
  return <VideoHistoryPage view={{ search, page }} onView={showView} renderRunning={renderRunning} />;
}

/** A running job looks the same here as beside the form. */
function renderRunning(generation: PublicGeneration) {
  return (
    <article aria-label={generation.prompt}>
      <RunningCard cardKey={generation.id} generation={generation} />
    </article>
  );
}
