import { QueryClientProvider } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { ErasurePage } from '#features/account/erasure-page.tsx';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { queryClient } from '#lib/query-client.ts';

export const Route = createFileRoute('/erasure/$token')({
  loader: () => loadMessages('closing'),
  component: ErasureRoute,
});

function ErasureRoute() {
  const { token } = Route.useParams();
  return (
    <QueryClientProvider client={queryClient}>
      <ErasurePage token={token} />
    </QueryClientProvider>
  );
}
