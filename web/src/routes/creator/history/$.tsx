import { createFileRoute } from '@tanstack/react-router';
import { HistoryPick } from '#features/history/selection/history-pick.tsx';
import { loadMessages } from '#lib/i18n/i18n.ts';

/** Route of everything below a type, known or not. */
export const Route = createFileRoute('/creator/history/$')({
  loader: () => loadMessages('history'),
  component: HistoryPick,
});
