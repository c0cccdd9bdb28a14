import Image from 'lucide-react/icons/image';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import List from 'lucide-react/icons/list';
import { type CSSProperties, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#lib/parts/lazy-part.tsx';
import { classNames } from '#ui/class-names.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Popover } from '#ui/popover.tsx';
import type { ViewProps } from '../history-medium.ts';
import { chooseTileHeight, tileHeights, useTileHeight } from '../tile-size.ts';
import { FilterChips } from './filter-chips.tsx';
import type { ChoiceName, LibraryType } from './library-view.ts';

const SortMenu = lazyPart(async () => (await import('./sort-menu.tsx')).SortMenu);

type ToolsProps = ViewProps & { type: LibraryType; choices: readonly ChoiceName[] };

/** Shows the filters, the size of tiles, and the choice between grid and list beside the search box. */
export function LibraryTools(props: ToolsProps) {
  const { view, onView } = props;
  const { t } = useTranslation('library');
  const isGrid = view.viewMode === 'grid';
  return (
    <>
      <FilterChips {...props} />
      <div className="ml-auto flex shrink-0 items-center gap-1.5">
        {isGrid ? (
          <>
            <TileSize className="w-20 max-lg:hidden" />
            <Popover
              className="w-72 p-4"
              renderButton={(button) => (
                <IconButton {...button} label={t('view.size')} tooltipSide="below-end" className="lg:hidden">
                  <Image size={20} aria-hidden="true" />
                </IconButton>
              )}
            >
              {() => <TileSize className="w-full" />}
            </Popover>
          </>
        ) : (
          <>
            {/* Where there are heads, they sort; the grid's size was here, and nothing else moves. */}
            <div className="w-20 max-lg:hidden" />
            <div className="size-10 max-md:hidden lg:hidden" />
            <div className="md:hidden">
              <Suspense fallback={<div className="size-10" />}>
                <SortMenu {...props} />
              </Suspense>
            </div>
          </>
        )}
        <IconButton
          label={t(isGrid ? 'view.list' : 'view.grid')}
          onClick={() => onView({ ...view, page: 1, viewMode: isGrid ? 'list' : 'grid' })}
          tooltipSide="below-end"
        >
          {isGrid ? <List size={20} aria-hidden="true" /> : <LayoutGrid size={20} aria-hidden="true" />}
        </IconButton>
      </div>
    </>
  );
}

function TileSize({ className }: { className: string }) {
  const { t } = useTranslation('library');
  const heightPx = useTileHeight();
  const { min, max } = tileHeights;
  return (
    <input
      {...tileHeights}
      type="range"
      aria-label={t('view.size')}
      value={heightPx}
      onChange={(event) => chooseTileHeight(event.target.valueAsNumber)}
      className={classNames('range-input', className)}
      style={{ '--filled': `${((heightPx - min) / (max - min)) * 100}%` } as CSSProperties}
    />
  );
}
