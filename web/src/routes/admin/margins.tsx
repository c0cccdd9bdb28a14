import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { MarginsPage, type MarginsSearch, readMarginsSearch } from '#features/admin/margins/margins-page.tsx';
import { loadMessages } from '#lib/i18n/i18n.ts';

export const Route = createFileRoute('/admin/margins')({
  loader: () => loadMessages('admin', 'margins', 'results', 'kinds', 'ledger', 'messages'),
  component: AdminMarginsRoute,
});

function AdminMarginsRoute() {
  const navigate = useNavigate({ from: Route.fullPath });
  const show = useCallback(
    (search: MarginsSearch) => void navigate({ search: () => search, resetScroll: false }),
    [navigate],
  );
  // Read here and not by the route, whose part is in the bundle of every page.
  return <MarginsPage search={readMarginsSearch(Route.useSearch())} onSearch={show} />;
}
