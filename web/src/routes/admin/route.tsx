import { QueryClientProvider } from '@tanstack/react-query';
import { createFileRoute, Outlet } from '@tanstack/react-router';
import { NotFoundPage, PageSkeleton } from '#features/shell/fallback-pages.tsx';
import { queryClient } from '#lib/query-client.ts';
import { useAccount } from '#product/account/account-store.ts';

export const Route = createFileRoute('/admin')({ component: AdminRoute });

/** To everybody but administrators these pages do not exist; the API holds to the same. */
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
