import { createFileRoute } from '@tanstack/react-router';
import { readReturnSearch } from '#features/pricing/pricing-search.ts';
import { ReturnPage } from '#features/pricing/return-page.tsx';
import { loadMessages } from '#lib/i18n/i18n.ts';

export const Route = createFileRoute('/pricing/return')({
  validateSearch: readReturnSearch,
  loader: () => loadMessages('pricing'),
  component: () => <ReturnPage search={Route.useSearch()} />,
});
