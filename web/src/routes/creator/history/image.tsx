import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { ImageHistoryPage } from '#features/history/image/image-history-page.tsx';
import {
  type ImageView,
  imageSearchOf,
  imageSearchSchema,
  imageViewOf,
} from '#features/history/image/image-view.ts';
import { loadWords } from '#lib/i18n/i18n.ts';
import { renderRunning } from './-render-running.tsx';

export const Route = createFileRoute('/creator/history/image')({
  validateSearch: imageSearchSchema,
  loader: () => loadWords('history', 'image-history', 'messages', 'preview'),
  component: HistoryRoute,
});

function HistoryRoute() {
  const search = Route.useSearch();
  const view = useMemo(() => imageViewOf(search), [search]);
  const navigate = useNavigate({ from: Route.fullPath });
  const showView = useCallback(
    (next: ImageView) => void navigate({ search: imageSearchOf(next), replace: next.page === 1 }),
    [navigate],
  );
  return <ImageHistoryPage view={view} onView={showView} renderRunning={renderRunning} />;
}
