import { QueryClientProvider } from '@tanstack/react-query';
import { createFileRoute, Outlet } from '@tanstack/react-router';
import { NotFoundPage, PageSkeleton } from '#features/shell/fallback-pages.tsx';
import { queryClient } from '#lib/query-client.ts';
import { useAccount } from '#product/account/account-store.ts';

export const Route = createFileRoute('/admin')({ component: AdminRoute });

/** Only administrators see these pages; everyone else gets the not-found page, and a 404 from the API. */
function AdminRoute() {
  const account = useAccount();
  if (account.status === 'loading') return <PageSkeleton />;
  if (!account.info?.user.is_admin) return <NotFoundPage />;
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  );
}
