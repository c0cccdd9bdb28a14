import { createFileRoute } from '@tanstack/react-router';
import { librarySearchSchema, loadLibraryMessages } from '#features/history/filters/library-search.ts';
import { lazyHistory } from '#features/history/lazy-history.ts';
import { HistoryRoute } from '../history/-history-route.tsx';

const history = lazyHistory(
  'image-understanding',
  async () => (await import('#features/history/media/understanding.tsx')).understandingHistory,
);

/** The same page as `/creator/history/image-understanding`. */
export const Route = createFileRoute('/creator/image-understanding/history')({
  validateSearch: librarySearchSchema,
  loader: loadLibraryMessages,
  component: () => <HistoryRoute history={history} search={Route.useSearch()} />,
});
