import type { ImageHistoryReply, PublicGeneration } from '@atelier/contract';
import Image from 'lucide-react/icons/image';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shownOutputs } from '#product/generation/outputs.ts';
import { defineHistoryMedium } from '../history-content.tsx';
import type { RowsProps } from '../history-medium.ts';
import { HistorySkeleton } from '../history-skeleton.tsx';
import { deleteImages, fetchImageHistory } from '../image/image-data.ts';
import { FilterChips, ImageTools } from '../image/image-filters.tsx';
import { countFilters, type ImageView, imageSearchOf, noFilters } from '../image/image-view.ts';
import { useSelection } from '../image/selection.ts';

// Of the two layouts only the one in use is fetched, and each dialog when it is first opened.
const ImageGrid = lazy(async () => ({ default: (await import('../image/image-grid.tsx')).ImageGrid }));
const ImageList = lazy(async () => ({ default: (await import('../image/image-list.tsx')).ImageList }));
const ImageViewer = lazy(async () => ({ default: (await import('../image/image-viewer.tsx')).ImageViewer }));
const TagDialog = lazy(async () => ({ default: (await import('../image/tag-dialog.tsx')).TagDialog }));
const BatchBar = lazy(async () => ({ default: (await import('../image/batch-bar.tsx')).BatchBar }));

export const imageHistory = defineHistoryMedium<ImageView, ImageHistoryReply>({
  type: 'image',
  medium: 'image',
  list: fetchImageHistory,
  remove: deleteImages,
  searchOf: imageSearchOf,
  filters: {
    isSet: ({ filters }) => countFilters(filters) > 0,
    clear: (view) => ({ ...view, filters: noFilters }),
    List: FilterChips,
  },
  empty: { Icon: Image, kindId: 'flux-dev' },
  hasViewer,
  Tools: ImageTools,
  Stats: ImageStats,
  Rows: ImageRows,
});

/** What the user has made and spent in total, whatever the filters. */
function ImageStats({ reply: { stats } }: { reply: ImageHistoryReply }) {
  const { t } = useTranslation('image-history');
  return (
    <ul
      aria-label={t('stats.label')}
      className="flex flex-wrap gap-x-3 px-3 pt-2 text-sm text-ink-faint tabular-nums sm:ml-auto"
    >
      <li>{t('stats.generated', { count: stats.totalGenerated })}</li>
      <li>{t('stats.credits', { count: stats.totalCreditsUsed })}</li>
      <li>{t('stats.favorites', { count: stats.favoriteCount })}</li>
    </ul>
  );
}

/** A grid or a list with a selection, and a viewer over which tags, details and the delete question can open. */
function ImageRows(props: RowsProps<ImageView>) {
  const { view, generations, all, record, onDelete, onDeleteConfirmed, children } = props;
  const selection = useSelection(generations);
  const [taggedId, setTaggedId] = useState<string>();
  const viewed = record.generation;
  const isListed = all.some(({ id }) => id === viewed?.id);
  const tagged = [...all, ...(viewed ? [viewed] : [])].find(({ id }) => id === taggedId);
  const isSelecting = selection.generations.length > 0;
  const Layout = view.viewMode === 'list' ? ImageList : ImageGrid;
  const handlersOf = (generation: PublicGeneration) => ({
    isSelected: selection.isSelected(generation.id),
    isSelecting,
    onToggle: (isRange: boolean) => selection.toggle(generation.id, isRange),
    onOpen: () => record.open({ id: generation.id }),
    onTag: () => setTaggedId(generation.id),
    onDelete: () => onDelete(generation.id),
  });
  return (
    <>
      <Suspense fallback={<HistorySkeleton type="image" isGrid={view.viewMode === 'grid'} />}>
        <Layout generations={generations} handlersOf={handlersOf} />
      </Suspense>
      {children}
      <Suspense fallback={null}>
        {viewed && record.view && !record.view.isDetails && hasViewer(viewed) ? (
          <ImageViewer
            generations={isListed ? all : [viewed]}
            shown={record.view}
            onShow={record.show}
            onClose={record.close}
            onDetails={(id) => record.open({ id, isDetails: true })}
            onTag={setTaggedId}
            onDelete={onDelete}
          />
        ) : null}
        {tagged ? <TagDialog generation={tagged} onClose={() => setTaggedId(undefined)} /> : null}
      </Suspense>
      <Suspense fallback={null}>
        {isSelecting ? <BatchBar selection={selection} onDelete={onDeleteConfirmed} /> : null}
      </Suspense>
    </>
  );
}

/** Without an image the details say why. */
function hasViewer(generation: PublicGeneration): boolean {
  return shownOutputs(generation).length > 0;
}
