import { createFileRoute } from '@tanstack/react-router';
import { historySearchSchema, searchOf, viewOf } from '#features/history/history-search.ts';
import { understandingHistory } from '#features/history/media/index.ts';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { HistoryRoute } from '../history/-history-route.tsx';

/** The same page as `/creator/history/image-understanding`. */
export const Route = createFileRoute('/creator/image-understanding/history')({
  validateSearch: historySearchSchema,
  loader: () => loadMessages('history', 'messages', 'preview', 'understanding'),
  component: () => (
    <HistoryRoute history={understandingHistory} search={Route.useSearch()} {...{ viewOf, searchOf }} />
  ),
});
