import { useTranslation } from 'react-i18next';
import { isHeard } from '#product/media-facts.build.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { findMedium, type LibraryType } from './filters/library-view.ts';

const rows = Array.from({ length: 5 }, (_, index) => `row-${index}`);
/** Ratios of tiles, in rows that fill the width. */
const tileRows = [
  [1.78, 0.8, 1.6, 1],
  [1, 1.5, 1.78, 1.2],
  [1.78, 1.6, 0.6, 1.4],
];

/** Rows or tiles of about the size of real ones, so that nothing moves when those arrive. */
export function HistorySkeleton({ type, isGrid }: { type: LibraryType; isGrid: boolean }) {
  const { t } = useTranslation('history');
  const medium = findMedium(type);
  return (
    <div role="status" aria-label={t(`types.${type}.title`)} className="@container">
      <Skeleton className="mx-3 mt-6 mb-3 h-5 w-28" />
      {isGrid ? <Tiles /> : medium && isHeard[medium] ? <SoundRows /> : <Rows />}
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
    <div className="flex flex-col gap-2 px-3">
      {tileRows.map((ratios) => (
        <div key={ratios.join()} className="flex h-32 gap-2 @3xl:h-54">
          {ratios.map((ratio) => (
            <div key={ratio} className="min-w-0" style={{ flexGrow: ratio, flexBasis: 0 }}>
              <Skeleton className="h-full" />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
