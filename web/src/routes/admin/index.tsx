import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { AdminPage } from '#features/admin/admin-page.tsx';
import { type AdminSearch, adminSearchSchema } from '#features/admin/admin-search.ts';
import { loadMessages } from '#lib/i18n/i18n.ts';

export const Route = createFileRoute('/admin/')({
  validateSearch: adminSearchSchema,
  loader: () => loadMessages('admin', 'ledger', 'kinds', 'messages'),
  component: AdminIndexRoute,
});

function AdminIndexRoute() {
  const navigate = useNavigate({ from: Route.fullPath });
  const showSearch = useCallback((search: AdminSearch) => void navigate({ search }), [navigate]);
  return <AdminPage search={Route.useSearch()} onSearch={showSearch} />;
}
