import { createFileRoute } from '@tanstack/react-router';
import { PricingPage } from '#features/pricing/pricing-page.tsx';
import { readPricingSearch } from '#features/pricing/pricing-search.ts';
import { loadMessages } from '#lib/i18n/i18n.ts';

export const Route = createFileRoute('/pricing/')({
  validateSearch: readPricingSearch,
  loader: async () => {
    // A dynamic import: a loader is part of every page, and would bring TanStack Query with it.
    const loadPrices = async () => (await import('#features/pricing/pricing-data.ts')).prefetchPricing();
    await Promise.all([loadMessages('pricing'), loadPrices()]);
  },
  component: () => <PricingPage search={Route.useSearch()} />,
});
