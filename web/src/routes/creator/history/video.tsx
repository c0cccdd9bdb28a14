import { createFileRoute } from '@tanstack/react-router';
import { librarySearchSchema, loadLibraryMessages } from '#features/history/library-search.ts';
import { videoHistory } from '#features/history/media/index.ts';

import { HistoryRoute } from './-history-route.tsx';

export const Route = createFileRoute('/creator/history/video')({
  validateSearch: librarySearchSchema,
  loader: loadLibraryMessages,
  component: () => <HistoryRoute history={videoHistory} search={Route.useSearch()} />,
});
