import { createFileRoute } from '@tanstack/react-router';
import { LandingPage } from '#features/landing/landing-page.tsx';
import { loadMessages } from '#lib/i18n/i18n.ts';

export const Route = createFileRoute('/')({
  loader: () => loadMessages('landing', 'samples', 'legal'),
  component: LandingPage,
});
