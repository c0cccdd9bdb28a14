import { createFileRoute } from '@tanstack/react-router';
import { LandingPage } from '#features/landing/landing-page.tsx';
import { loadWords } from '#lib/i18n/i18n.ts';

export const Route = createFileRoute('/')({
  loader: () => loadWords('landing', 'create'),
  component: LandingPage,
});
