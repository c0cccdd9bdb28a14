import type { PublicGeneration } from '@atelier/contract';
import { lazy, Suspense, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeptQuery } from '#lib/use-kept-query.ts';
import { Paging } from '#product/paging.tsx';
import { HistoryBody } from '../history-body.tsx';
import { HistoryCount } from '../history-count.tsx';
import { useHistoryRows } from '../history-rows.ts';
import { imageDeletions } from '../image/image-deletions.ts';
import { ImageDialogs } from '../image/image-dialogs.tsx';
import { imageHistoryQuery, refreshImageHistory } from '../image/image-history-query.ts';
import { ImageRecords } from '../image/image-records.tsx';
import { ImageSkeleton } from '../image/image-skeleton.tsx';
import { ImageStats } from '../image/image-stats.tsx';
import { countFilters, type ImageView, imageSearchOf } from '../image/image-view.ts';
import { NoImages } from '../image/no-images.tsx';
import { useImageDialogs } from '../image/use-image-dialogs.ts';
import { useSelection } from '../image/use-selection.ts';
import { type RenderRunning, RunningRows } from '../running-rows.tsx';

const FilterChips = lazy(async () => ({ default: (await import('../image/filter-chips.tsx')).FilterChips }));
const BatchBar = lazy(async () => ({ default: (await import('../image/batch-bar.tsx')).BatchBar }));

export type ImageHistoryContentProps = {
  view: ImageView;
  onView: (view: ImageView) => void;
  renderRunning: RenderRunning;
};

export function ImageHistoryContent({ view, onView, renderRunning }: ImageHistoryContentProps) {
  const { t } = useTranslation('history');
  const history = useKeptQuery(imageHistoryQuery(view));
  const isNarrowed = view.search !== '' || countFilters(view.filters) > 0;
  const isTop = view.page === 1 && !isNarrowed;
  const { running, rest, total } = useHistoryRows({
    medium: 'image',
    reply: history.reply,
    deletions: imageDeletions,
    isTop,
    refresh: refreshImageHistory,
  });
  const selection = useSelection(rest);
  const dialogs = useImageDialogs();
  const countRef = useRef<HTMLParagraphElement>(null);
  const rows = [...running, ...rest];
  const count = t(isNarrowed ? 'types.image.found' : 'types.image.count', { count: total });
  const deleteNow = (ids: readonly string[]) => {
    imageDeletions.deleteWithUndo(ids);
    countRef.current?.focus();
  };
  const handlersOf = (generation: PublicGeneration) => ({
    isSelected: selection.isSelected(generation.id),
    isSelecting: selection.records.length > 0,
    onToggle: (isRange: boolean) => selection.toggle(generation.id, isRange),
    onOpen: () => dialogs.open(generation),
    onTag: () => dialogs.setTaggingId(generation.id),
    onDelete: () => dialogs.records.setDeletingId(generation.id),
  });
  return (
    <>
      {countFilters(view.filters) > 0 ? (
        <Suspense fallback={<div className="h-9" />}>
          <FilterChips
            filters={view.filters}
            onFilters={(filters) => onView({ ...view, filters, page: 1 })}
          />
        </Suspense>
      ) : null}
      <HistoryBody type="image" history={history} skeleton={<ImageSkeleton viewMode={view.viewMode} />}>
        <div className="flex flex-wrap">
          <HistoryCount ref={countRef} text={rows.length > 0 && !history.error ? count : null} />
          {history.reply ? <ImageStats stats={history.reply.stats} /> : null}
        </div>
        {rows.length === 0 ? <NoImages view={view} onView={onView} /> : null}
        <RunningRows running={running} renderRunning={renderRunning} />
        <Suspense fallback={<ImageSkeleton viewMode={view.viewMode} />}>
          <ImageRecords viewMode={view.viewMode} records={rest} handlersOf={handlersOf} />
        </Suspense>
        <Paging
          page={view.page}
          totalPages={history.reply?.totalPages ?? 1}
          searchOfPage={(page) => imageSearchOf({ ...view, page })}
        />
        <ImageDialogs rows={rows} state={dialogs} onDelete={deleteNow} />
      </HistoryBody>
      {selection.records.length > 0 ? (
        <Suspense fallback={null}>
          <BatchBar selection={selection} onDelete={deleteNow} />
        </Suspense>
      ) : null}
    </>
  );
}
