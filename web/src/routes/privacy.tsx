import { QueryClientProvider } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { LegalPage } from '#features/legal/legal-page.tsx';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { queryClient } from '#lib/query-client.ts';

export const Route = createFileRoute('/privacy')({
  loader: () => loadMessages('legal'),
  component: PrivacyRoute,
});

function PrivacyRoute() {
  return (
    <QueryClientProvider client={queryClient}>
      <LegalPage page="privacy" />
    </QueryClientProvider>
  );
}
