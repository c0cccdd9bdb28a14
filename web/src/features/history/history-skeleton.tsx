import { useTranslation } from 'react-i18next';
import { Skeleton } from '#ui/skeleton.tsx';
import type { LibraryType } from './filters/library-view.ts';

const rows = Array.from({ length: 8 }, (_, index) => `row-${index}`);
/** Ratios of tiles, in rows that fill the width. */
const tileRows = [
  [1.78, 0.8, 1.6, 1],
  [1, 1.5, 1.78, 1.2],
  [1.78, 1.6, 0.6, 1.4],
];

/** Rows or tiles of about the size of real ones, so that nothing moves when those arrive. */
export function HistorySkeleton({ type, isGrid }: { type: LibraryType; isGrid: boolean }) {
  const { t } = useTranslation('history');
  return (
    <div role="status" aria-label={t(`types.${type}.title`)} className="@container">
      {isGrid ? null : <div className="h-9 max-md:hidden" />}
      <Skeleton className="mx-3 mt-6 mb-3 h-5 w-28" />
      {isGrid ? <Tiles /> : <Rows />}
    </div>
  );
}

function Rows() {
  return rows.map((row) => (
    <div key={row} className="flex h-15 items-center gap-3 px-2 md:h-11">
      <Skeleton className="h-9 w-16 shrink-0 rounded-sm" />
      <Skeleton className="h-4 w-2/5" />
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
