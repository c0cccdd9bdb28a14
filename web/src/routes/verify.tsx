import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { PageSkeleton } from '#features/shell/fallback-pages.tsx';
import { loadMessages } from '#lib/i18n/i18n.ts';

// Not by the router, whose list of what the parts of a page need is in every page.
const VerifyPage = lazy(async () => {
  const [{ VerifyPage }] = await Promise.all([
    import('#features/verify/verify-page.tsx'),
    loadMessages('provenance'),
  ]);
  return { default: VerifyPage };
});

export const Route = createFileRoute('/verify')({ component: VerifyRoute });

function VerifyRoute() {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <VerifyPage />
    </Suspense>
  );
}
