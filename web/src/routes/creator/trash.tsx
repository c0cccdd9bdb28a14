import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { PageSkeleton } from '#features/shell/fallback-pages.tsx';
import { loadMessages } from '#lib/i18n/i18n.ts';

// Not by the router, whose list of what the parts of a page need is in every page.
const TrashPage = lazy(async () => {
  const [{ TrashPage }] = await Promise.all([
    import('#features/trash/trash-page.tsx'),
    loadMessages('trash'),
  ]);
  return { default: TrashPage };
});

export const Route = createFileRoute('/creator/trash')({ component: TrashRoute });

function TrashRoute() {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <TrashPage />
    </Suspense>
  );
}
