import { createRootRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { AppShell } from '#features/shell/app-shell.tsx';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { lazyPart } from '#lib/parts/lazy-part.tsx';

const ClosedAccountPage = lazyPart(async () => {
  const [{ ClosedAccountPage }] = await Promise.all([
    import('#features/account/closed-account-page.tsx'),
    loadMessages('account', 'closing', 'messages'),
  ]);
  return ClosedAccountPage;
});

export const Route = createRootRoute({ component: Root });

function Root() {
  return (
    <AppShell
      closedPage={
        <Suspense fallback={null}>
          <ClosedAccountPage />
        </Suspense>
      }
    />
  );
}
