import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { ResultsPage, type ResultsSearch, readResultsSearch } from '#features/admin/results-page.tsx';
import { loadMessages } from '#lib/i18n/i18n.ts';

export const Route = createFileRoute('/admin/results')({
  loader: () => loadMessages('admin', 'results', 'kinds', 'messages'),
  component: AdminResultsRoute,
});

function AdminResultsRoute() {
  const navigate = useNavigate({ from: Route.fullPath });
  const show = useCallback(
    (changes: ResultsSearch) =>
      void navigate({ search: (known: ResultsSearch) => ({ ...known, ...changes }) }),
    [navigate],
  );
  // Read here and not by the route, whose part is in the bundle of every page.
  return <ResultsPage search={readResultsSearch(Route.useSearch())} onSearch={show} />;
}
