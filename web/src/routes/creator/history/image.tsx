import { createFileRoute } from '@tanstack/react-router';
import { librarySearchSchema, loadLibraryMessages } from '#features/history/library-search.ts';
import { imageHistory } from '#features/history/media/index.ts';

import { HistoryRoute } from './-history-route.tsx';

export const Route = createFileRoute('/creator/history/image')({
  validateSearch: librarySearchSchema,
  loader: loadLibraryMessages,
  component: () => <HistoryRoute history={imageHistory} search={Route.useSearch()} />,
});
