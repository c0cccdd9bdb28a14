import { QueryClientProvider } from '@tanstack/react-query';
import { createFileRoute, Outlet } from '@tanstack/react-router';
import { queryClient } from '#lib/query-client.ts';

/** Only the histories page through answers of the server, so only they bring the query library. */
export const Route = createFileRoute('/creator/history')({
  component: () => (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  ),
});
