import { createFileRoute } from '@tanstack/react-router';
import { librarySearchSchema, loadLibraryMessages } from '#features/history/library-search.ts';
import { audioHistory } from '#features/history/media/index.ts';

import { HistoryRoute } from './-history-route.tsx';

export const Route = createFileRoute('/creator/history/audio')({
  validateSearch: librarySearchSchema,
  loader: loadLibraryMessages,
  component: () => <HistoryRoute history={audioHistory} search={Route.useSearch()} />,
});
