import { createFileRoute } from '@tanstack/react-router';
import { historySearchSchema } from '#features/history/history-search.ts';
import { loadWords } from '#lib/i18n/i18n.ts';
import { UnderstandingHistory } from './-history-route.tsx';

export const Route = createFileRoute('/creator/history/image-understanding')({
  validateSearch: historySearchSchema,
  loader: () => loadWords('history', 'messages', 'preview', 'understanding'),
  component: () => <UnderstandingHistory search={Route.useSearch()} />,
});
