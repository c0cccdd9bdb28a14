import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { AuditPage } from '#features/admin/audit-page.tsx';
import { type AuditSearch, readAuditSearch } from '#features/admin/audit-search.ts';
import { loadMessages } from '#lib/i18n/i18n.ts';

export const Route = createFileRoute('/admin/audit')({
  loader: () => loadMessages('admin', 'audit', 'messages'),
  component: AdminAuditRoute,
});

function AdminAuditRoute() {
  const navigate = useNavigate({ from: Route.fullPath });
  const showSearch = useCallback((search: AuditSearch) => void navigate({ search }), [navigate]);
  // Read here and not by the route, whose part is in the bundle of every page.
  return <AuditPage search={readAuditSearch(Route.useSearch())} onSearch={showSearch} />;
}
