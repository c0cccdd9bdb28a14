import LayoutGrid from 'lucide-react/icons/layout-grid';
import List from 'lucide-react/icons/list';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import X from 'lucide-react/icons/x';
import { type CSSProperties, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#lib/parts/lazy-part.tsx';
import { useBatchName } from '#product/batches/use-batch-name.ts';
import { Button, buttonVariants } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Popover } from '#ui/popover.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { ViewProps } from '../history-medium.ts';
import { chooseTileHeight, tileHeights, useTileHeight } from '../tile-size.ts';
import { useFilterLabels } from './filter-labels.ts';
import {
  type ChoiceName,
  choiceNames,
  countFilters,
  type LibraryFilters,
  type LibraryType,
  noFilters,
} from './library-view.ts';

const FilterPanel = lazyPart(async () => (await import('./filter-panel.tsx')).FilterPanel);

type ToolsProps = ViewProps & { type: LibraryType; choices: readonly ChoiceName[] };

/** Beside the search box: the filters, the size of tiles, and the choice between grid and list. */
export function LibraryTools({ type, choices, view, onView }: ToolsProps) {
  const { t } = useTranslation('library');
  const isGrid = view.viewMode === 'grid';
  return (
    <>
      <FilterButton
        type={type}
        choices={choices}
        filters={view.filters}
        isGrid={isGrid}
        onFilters={(filters) => onView({ ...view, filters, page: 1 })}
      />
      {isGrid ? <TileSize className="w-28 max-md:hidden" /> : null}
      <IconButton
        label={t(isGrid ? 'view.list' : 'view.grid')}
        onClick={() => onView({ ...view, page: 1, viewMode: isGrid ? 'list' : 'grid' })}
        tooltipSide="below-end"
      >
        {isGrid ? <List size={20} aria-hidden="true" /> : <LayoutGrid size={20} aria-hidden="true" />}
      </IconButton>
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

type FilterButtonProps = {
  type: LibraryType;
  choices: readonly ChoiceName[];
  filters: LibraryFilters;
  isGrid: boolean;
  onFilters: (filters: LibraryFilters) => void;
};

/** Opens the filters, and shows how many are set. On a phone the size of the pictures is in there, too. */
function FilterButton({ type, choices, filters, isGrid, onFilters }: FilterButtonProps) {
  const { t } = useTranslation('library');
  const count = countFilters(filters);
  return (
    <Popover
      className="max-h-[min(70dvh,40rem)] w-[calc(100vw-1rem)] sm:w-96"
      renderButton={(props) => (
        <button type="button" {...props} className={buttonVariants('secondary', 'md', 'min-h-11 px-3!')}>
          <SlidersHorizontal size={18} aria-hidden="true" />
          <span className="max-sm:sr-only">{t('filters.title')}</span>
          {count > 0 ? (
            <span className="min-w-5 rounded-full bg-accent px-1.5 text-center text-xs leading-5 font-semibold text-on-accent tabular-nums">
              {count} <span className="sr-only">{t('filters.active')}</span>
            </span>
          ) : null}
        </button>
      )}
    >
      {(close) => (
        <>
          {isGrid ? (
            <div className="flex flex-col gap-2 px-4 pt-4 md:hidden">
              <span aria-hidden="true" className="text-sm font-medium">
                {t('view.size')}
              </span>
              <TileSize className="w-full" />
            </div>
          ) : null}
          <Suspense fallback={<Skeleton className="m-4 h-96" />}>
            <FilterPanel
              type={type}
              choices={choices}
              filters={filters}
              onFilters={onFilters}
              onClose={close}
            />
          </Suspense>
        </>
      )}
    </Popover>
  );
}

/** The filters that are set, each with a button that removes it. */
export function FilterChips({ view, onView }: ViewProps) {
  const { t } = useTranslation('library');
  const { filters } = view;
  const chips = useChips(filters);
  const onFilters = (next: LibraryFilters) => onView({ ...view, filters: next, page: 1 });
  return (
    <section aria-label={t('filters.set')} className="flex flex-wrap items-center gap-2 px-3 pb-1">
      {chips.map(({ label, without }) => (
        <button
          key={label}
          type="button"
          aria-label={t('filters.remove', { name: label })}
          onClick={() => onFilters({ ...filters, ...without })}
          className="inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-md bg-accent-soft px-2.5 text-sm text-accent-text hover:bg-hover"
        >
          <span title={label} className="truncate">
            {label}
          </span>
          <X size={14} aria-hidden="true" className="shrink-0" />
        </button>
      ))}
      <Button variant="ghost" size="sm" onClick={() => onFilters(noFilters)}>
        {t('filters.clear')}
      </Button>
    </section>
  );
}

type Chip = { label: string; without: Partial<LibraryFilters> };

function useChips(filters: LibraryFilters): Chip[] {
  const { t, i18n } = useTranslation('library');
  const formatLabel = useFilterLabels();
  const { batch, dateStart, dateEnd, isFavorite, tags } = filters;
  const batchName = useBatchName(batch);
  const readDay = (day: string) =>
    new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));
  return [
    ...choiceNames.flatMap((name) =>
      filters[name] === '' ? [] : [{ label: formatLabel(name, filters[name]), without: { [name]: '' } }],
    ),
    ...(batch ? [{ label: t('filters.batch', { name: batchName ?? '…' }), without: { batch: '' } }] : []),
    ...(dateStart
      ? [{ label: t('filters.since', { day: readDay(dateStart) }), without: { dateStart: '' } }]
      : []),
    ...(dateEnd ? [{ label: t('filters.until', { day: readDay(dateEnd) }), without: { dateEnd: '' } }] : []),
    ...(isFavorite ? [{ label: t('filters.favorites'), without: { isFavorite: false } }] : []),
    ...tags.map((tag) => ({
      label: t('filters.tag', { tag }),
      without: { tags: tags.filter((other) => other !== tag) },
    })),
  ];
}
