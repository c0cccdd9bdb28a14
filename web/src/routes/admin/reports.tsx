import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { ReportsPage } from '#features/admin/reports-page.tsx';
import { loadMessages } from '#lib/i18n/i18n.ts';

export const Route = createFileRoute('/admin/reports')({
  validateSearch: ({ state }: { state?: unknown }): { state?: 'decided' } =>
    state === 'decided' ? { state } : {},
  loader: () => loadMessages('admin', 'reports', 'kinds', 'messages'),
  component: AdminReportsRoute,
});

function AdminReportsRoute() {
  const navigate = useNavigate({ from: Route.fullPath });
  const { state = 'open' } = Route.useSearch();
  const show = useCallback(
    (chosen: 'open' | 'decided') =>
      void navigate({ search: { state: chosen === 'decided' ? chosen : undefined } }),
    [navigate],
  );
  return <ReportsPage state={state} onState={show} />;
}
