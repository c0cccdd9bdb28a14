import { createFileRoute } from '@tanstack/react-router';
import { librarySearchSchema, loadLibraryMessages } from '#features/history/filters/library-search.ts';
import { lazyHistory } from '#features/history/lazy-history.ts';
import { HistoryRoute } from './-history-route.tsx';

const history = lazyHistory(
  'video',
  async () => (await import('#features/history/media/video.tsx')).videoHistory,
);

export const Route = createFileRoute('/creator/history/video')({
  validateSearch: librarySearchSchema,
  loader: loadLibraryMessages,
  component: () => <HistoryRoute history={history} search={Route.useSearch()} />,
});
