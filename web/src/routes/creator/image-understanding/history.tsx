import { createFileRoute } from '@tanstack/react-router';
import { librarySearchSchema, loadLibraryMessages } from '#features/history/library-search.ts';
import { understandingHistory } from '#features/history/media/index.ts';

import { HistoryRoute } from '../history/-history-route.tsx';

/** The same page as `/creator/history/image-understanding`. */
export const Route = createFileRoute('/creator/image-understanding/history')({
  validateSearch: librarySearchSchema,
  loader: loadLibraryMessages,
  component: () => <HistoryRoute history={understandingHistory} search={Route.useSearch()} />,
});
