import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { PageSkeleton } from '#features/shell/fallback-pages.tsx';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { lazyPart } from '#lib/parts/lazy-part.tsx';

// Not by the router, whose list of what the parts of a page need is in every page.
const VerifyPage = lazyPart(async () => {
  const [{ VerifyPage }] = await Promise.all([
    import('#features/verify/verify-page.tsx'),
    loadMessages('provenance'),
  ]);
  return VerifyPage;
});

export const Route = createFileRoute('/verify')({ component: VerifyRoute });

function VerifyRoute() {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <VerifyPage />
    </Suspense>
  );
}
