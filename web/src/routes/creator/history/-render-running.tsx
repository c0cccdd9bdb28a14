import type { PublicGeneration } from '@atelier/contract';
import { lazy, Suspense } from 'react';
import { MediaBox } from '#ui/media-box.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

// Most visits to a history find nothing running.
const RunningCard = lazy(async () => ({
  default: (await import('#features/preview/running-card.tsx')).RunningCard,
}));

/** A running job looks the same in a history as beside the form. */
export function renderRunning(generation: PublicGeneration) {
  const box = (
    <MediaBox width={generation.width ?? 16} height={generation.height ?? 9}>
      <Skeleton className="absolute inset-0" />
    </MediaBox>
  );
  return (
    <article aria-label={generation.prompt}>
      <Suspense fallback={box}>
        <RunningCard cardKey={generation.id} generation={generation} />
      </Suspense>
    </article>
  );
}
