import { createFileRoute, Navigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { PageSkeleton } from '#features/shell/fallback-pages.tsx';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { lazyPart } from '#lib/parts/lazy-part.tsx';

const ConnectPage = lazyPart(async () => {
  const [{ ConnectPage }] = await Promise.all([
    import('#features/developers/connect-page.tsx'),
    loadMessages('developers', 'messages'),
  ]);
  return ConnectPage;
});

export const Route = createFileRoute('/connect/{-$id}')({ component: ConnectRoute });

function ConnectRoute() {
  const { id } = Route.useParams();
  const { user_code: code } = Route.useSearch() as { user_code?: string };
  // The address that a device shows has its code in the query.
  if (id === undefined && typeof code === 'string')
    return <Navigate to="/connect/{-$id}" params={{ id: code }} replace />;
  return (
    <Suspense fallback={<PageSkeleton />}>
      <ConnectPage key={id} id={id} />
    </Suspense>
  );
}
