import { createFileRoute } from '@tanstack/react-router';
import { historySearchSchema } from '#features/history/history-search.ts';
import { loadWords } from '#lib/i18n/i18n.ts';
import { UnderstandingHistory } from '../history/-history-route.tsx';

/** The same page as among the other histories. */
export const Route = createFileRoute('/creator/image-understanding/history')({
  validateSearch: historySearchSchema,
  loader: () => loadWords('history', 'messages', 'preview', 'understanding'),
  component: () => <UnderstandingHistory search={Route.useSearch()} />,
});
