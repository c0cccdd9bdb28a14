import { QueryClientProvider } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { DevelopersPage } from '#features/developers/developers-page.tsx';
import { loadWords } from '#lib/i18n/i18n.ts';
import { queryClient } from '#lib/queries.ts';

export const Route = createFileRoute('/developers')({
  loader: () => loadWords('developers', 'messages'),
  component: DevelopersRoute,
});

function DevelopersRoute() {
  return (
    <QueryClientProvider client={queryClient}>
      <DevelopersPage />
    </QueryClientProvider>
  );
}
