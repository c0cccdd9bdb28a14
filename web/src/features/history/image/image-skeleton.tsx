import { useTranslation } from 'react-i18next';
import { Skeleton } from '#ui/skeleton.tsx';
import { HistorySkeleton } from '../history-skeleton.tsx';

const tiles = Array.from({ length: 8 }, (_, index) => `tile-${index}`);

/** Tiles or rows of about the size of real ones. */
export function ImageSkeleton({ viewMode }: { viewMode: 'grid' | 'list' }) {
  const { t } = useTranslation('history');
  if (viewMode === 'list') return <HistorySkeleton type="image" />;
  return (
    <div role="status" aria-label={t('types.image.title')} className="@container">
      <Skeleton className="mx-3 mt-6 mb-3 h-5 w-28" />
      <div className="mx-3 grid grid-cols-2 gap-4 @xl:grid-cols-3 @3xl:grid-cols-4">
        {tiles.map((tile) => (
          <div key={tile} className="flex flex-col gap-2 pb-6">
            <Skeleton className="aspect-square rounded-lg" />
            <Skeleton className="h-4 w-4/5" />
            <Skeleton className="h-4 w-2/5" />
          </div>
        ))}
      </div>
    </div>
  );
}
