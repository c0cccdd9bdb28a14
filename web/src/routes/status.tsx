import { createFileRoute } from '@tanstack/react-router';
import { StatusPage } from '#features/status/status-page.tsx';
import { loadMessages } from '#lib/i18n/i18n.ts';

export const Route = createFileRoute('/status')({
  validateSearch: ({ window }): { window?: 'week' } => (window === 'week' ? { window } : {}),
  loader: () => loadMessages('status'),
  component: () => <StatusPage window={Route.useSearch().window ?? 'day'} />,
});
