import { createFileRoute } from '@tanstack/react-router';
import { PricingPage } from '#features/credits/pricing-page.tsx';
import { loadWords } from '#lib/i18n/i18n.ts';

export const Route = createFileRoute('/pricing')({
  loader: () => loadWords('account'),
  component: PricingPage,
});
