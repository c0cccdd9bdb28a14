import { createFileRoute } from '@tanstack/react-router';
import { RunningPage } from '#features/shell/running-page.tsx';
import { loadMessages } from '#lib/i18n/i18n.ts';

export const Route = createFileRoute('/running')({
  loader: () => loadMessages('tray', 'preview'),
  component: RunningPage,
});
