import { useTranslation } from 'react-i18next';
import type { HistoryType } from '#lib/navigation/menu.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { historyPageSize } from './history-search.ts';

const rows = Array.from({ length: historyPageSize / 2 }, (_, index) => `row-${index}`);
const tiles = Array.from({ length: 8 }, (_, index) => `tile-${index}`);

/** Rows or tiles of about the size of real ones, so that nothing moves when those arrive. */
export function HistorySkeleton({ type, isGrid }: { type: HistoryType; isGrid: boolean }) {
  const { t } = useTranslation('history');
  return (
    <div role="status" aria-label={t(`types.${type}.title`)} className="@container">
      <Skeleton className="mx-3 mt-6 mb-3 h-5 w-28" />
      {isGrid ? <Tiles /> : type === 'audio' ? <SoundRows /> : <Rows />}
    </div>
  );
}

function Rows() {
  return rows.map((row) => (
    <div key={row} className="grid gap-3 p-3 @md:grid-cols-[10rem_1fr] @2xl:grid-cols-[16rem_1fr] @2xl:gap-5">
      <Skeleton className="aspect-video rounded-lg" />
      <div className="flex flex-col gap-2.5">
        <Skeleton className="h-5 w-4/5" />
        <Skeleton className="h-4 w-2/5" />
        <Skeleton className="mt-auto h-8 w-3/5" />
      </div>
    </div>
  ));
}

/** A small video, its title and its waveform. */
function SoundRows() {
  return rows.map((row) => (
    <div key={row} className="flex flex-wrap items-center gap-3 p-3 @2xl:flex-nowrap">
      <Skeleton className="aspect-video w-32 rounded-lg" />
      <Skeleton className="h-5 w-2/5" />
      <Skeleton className="h-8 w-full @2xl:flex-1" />
    </div>
  ));
}

function Tiles() {
  return (
    <div className="mx-3 grid grid-cols-2 gap-4 @xl:grid-cols-3 @3xl:grid-cols-4">
      {tiles.map((tile) => (
        <div key={tile} className="flex flex-col gap-2 pb-6">
          <Skeleton className="aspect-square rounded-lg" />
          <Skeleton className="h-4 w-4/5" />
          <Skeleton className="h-4 w-2/5" />
        </div>
      ))}
    </div>
  );
}
