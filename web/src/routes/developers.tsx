import { QueryClientProvider } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { DevelopersPage } from '#features/developers/developers-page.tsx';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { queryClient } from '#lib/query-client.ts';

export const Route = createFileRoute('/developers')({
  loader: () => loadMessages('developers', 'messages', 'approvals'),
  component: DevelopersRoute,
});

function DevelopersRoute() {
  return (
    <QueryClientProvider client={queryClient}>
      <DevelopersPage />
    </QueryClientProvider>
  );
}
