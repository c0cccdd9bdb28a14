import { createFileRoute } from '@tanstack/react-router';
import { VerifyPage } from '#features/verify/verify-page.tsx';
import { loadMessages } from '#lib/i18n/i18n.ts';

export const Route = createFileRoute('/verify')({
  loader: () => loadMessages('provenance'),
  component: VerifyPage,
});
