import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { PageSkeleton } from '#features/shell/fallback-pages.tsx';
import { lazyPart } from '#lib/parts/lazy-part.tsx';

// The pages read their own messages and are listed in one route: what the router knows of a route is part of every page.
const BatchPages = lazyPart(async () => (await import('./-batch-pages.tsx')).loadPages());

export const Route = createFileRoute('/creator/batches/{-$id}')({ component: Page });

function Page() {
  const { id } = Route.useParams();
  return (
    <Suspense fallback={<PageSkeleton />}>
      <BatchPages key={id} batchId={id} />
    </Suspense>
  );
}
