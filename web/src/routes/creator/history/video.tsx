import { createFileRoute } from '@tanstack/react-router';
import { historySearchSchema, searchOf, viewOf } from '#features/history/history-search.ts';
import { videoHistory } from '#features/history/media/index.ts';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { HistoryRoute } from './-history-route.tsx';

export const Route = createFileRoute('/creator/history/video')({
  validateSearch: historySearchSchema,
  loader: () => loadMessages('history', 'messages', 'preview'),
  component: () => (
    <HistoryRoute history={videoHistory} search={Route.useSearch()} {...{ viewOf, searchOf }} />
  ),
});
