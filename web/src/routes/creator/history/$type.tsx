import { createFileRoute } from '@tanstack/react-router';
import { HistoryPick } from '#features/history/selection/history-pick.tsx';
import { loadMessages } from '#lib/i18n/i18n.ts';

/** Any unknown type. */
export const Route = createFileRoute('/creator/history/$type')({
  loader: () => loadMessages('history'),
  component: HistoryPick,
});
