import { createFileRoute } from '@tanstack/react-router';
import { historySearchSchema, searchOf, viewOf } from '#features/history/history-search.ts';
import { audioHistory } from '#features/history/media/index.ts';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { HistoryRoute } from './-history-route.tsx';

export const Route = createFileRoute('/creator/history/audio')({
  validateSearch: historySearchSchema,
  loader: () => loadMessages('history', 'messages', 'preview', 'audio'),
  component: () => (
    <HistoryRoute history={audioHistory} search={Route.useSearch()} {...{ viewOf, searchOf }} />
  ),
});
