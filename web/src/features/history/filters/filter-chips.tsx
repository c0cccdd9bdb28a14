import { useQuery } from '@tanstack/react-query';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Star from 'lucide-react/icons/star';
import X from 'lucide-react/icons/x';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#lib/parts/lazy-part.tsx';
import { queryClient } from '#lib/query-client.ts';
import { useBatchName } from '#product/batches/use-batch-name.ts';
import { classNames } from '#ui/class-names.ts';
import { Popover } from '#ui/popover.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { ViewProps } from '../history-medium.ts';
import { useFilterLabels } from './filter-labels.ts';
import { chosenValues, countChosen, type FilterName, listOptions, withoutFilter } from './filter-values.ts';
import { facetsQuery } from './library-query.ts';
import type { ChoiceName, LibraryFilters, LibraryType } from './library-view.ts';

const FilterMenu = lazyPart(async () => (await import('./filter-menu.tsx')).FilterMenu);

type FilterChipsProps = ViewProps & { type: LibraryType; choices: readonly ChoiceName[] };

/** Every filter of a tab as a chip: how many values there are to choose from, or which are chosen. */
export function FilterChips({ type, choices, view, onView }: FilterChipsProps) {
  const { t, i18n } = useTranslation('library');
  const formatLabel = useFilterLabels();
  const facets = useQuery(facetsQuery(type), queryClient);
  const { filters } = view;
  const batchName = useBatchName(filters.batch);
  const onFilters = (next: LibraryFilters) => onView({ ...view, filters: next, page: 1 });
  const clear = (name: keyof LibraryFilters) => () => onFilters(withoutFilter(filters, name));
  const menu = (name: FilterName | 'date') => (
    <Suspense fallback={<Skeleton className="h-32" />}>
      <FilterMenu name={name} facets={facets} filters={filters} onFilters={onFilters} />
    </Suspense>
  );
  const choiceChip = (name: FilterName) => {
    const chosen = chosenValues(filters, name);
    const options = listOptions(facets.data, name, chosen);
    const join = new Intl.ListFormat(i18n.language, {
      type: name === 'tags' ? 'conjunction' : 'disjunction',
    });
    return (
      <Chip
        key={name}
        name={t(`filters.${name}`)}
        value={join.format(chosen.map((value) => formatLabel(name, value)))}
        count={chosen.length > 0 ? countChosen(options, name, chosen) : facets.data && options.length}
        isCounted
        onClear={clear(name)}
      >
        {menu(name)}
      </Chip>
    );
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is as wide as what is in it
    <div
      role="group"
      aria-label={t('filters.title')}
      className="relative flex h-11 min-w-0 items-center gap-1.5 overflow-x-auto pr-6 [scrollbar-width:none] max-md:order-first max-md:w-full"
      style={{ maskImage: 'linear-gradient(to right, #000 calc(100% - 1.5rem), #0000)' }}
    >
      {filters.batch ? (
        <Chip value={t('filters.batch', { name: batchName ?? '…' })} onClear={clear('batch')} />
      ) : null}
      <FavoritesChip
        isOn={filters.isFavorite}
        count={facets.data?.favorites}
        onChange={(isFavorite) => onFilters({ ...filters, isFavorite })}
      />
      {choiceChip('status')}
      {choiceChip('model')}
      <Chip
        name={t('filters.date')}
        value={formatDays(filters, i18n.language, t)}
        onClear={() => onFilters({ ...filters, dateStart: '', dateEnd: '' })}
      >
        {menu('date')}
      </Chip>
      {(['tags', 'project', ...choices] as const).map(choiceChip)}
    </div>
  );
}

const chip = 'flex h-8 shrink-0 items-center rounded-full border text-sm whitespace-nowrap';
const chipOn = 'border-accent-text bg-accent-soft text-accent-text';
const chipOff = 'border-line text-ink-soft hover:border-line-strong hover:text-ink';
/** Higher than the chip that it is in, for touch. */
const chipButton = '-my-1.5 flex h-11 min-w-0 items-center gap-1.5 rounded-full';

type ChipProps = {
  /** Name of the filter; of one with a menu. */
  name?: string;
  /** Empty while it is not set. */
  value: string;
  count?: number | undefined;
  /** Whether it has a number of values to choose from. */
  isCounted?: boolean;
  onClear: () => void;
  children?: ReactNode;
};

function Chip({ name, value, count, isCounted, onClear, children }: ChipProps) {
  const { t } = useTranslation('library');
  const isSet = value !== '';
  return (
    <span className={classNames(chip, isSet ? chipOn : chipOff)}>
      {name === undefined ? (
        <span title={value} className="max-w-52 truncate pl-3">
          {value}
        </span>
      ) : (
        <Popover
          align="start"
          className="w-72 p-1.5"
          renderButton={(props) => (
            <button type="button" {...props} className={classNames(chipButton, isSet ? 'pl-3' : 'px-2.5')}>
              {isSet ? (
                <>
                  <span className="sr-only">{name}</span>
                  <span title={value} dir="auto" className="max-w-52 truncate">
                    {value}
                  </span>
                  <Count count={count} />
                </>
              ) : (
                <>
                  {name}
                  {isCounted ? <Count count={count} isReserved /> : null}
                  <ChevronDown size={12} aria-hidden="true" className="text-ink-faint" />
                </>
              )}
            </button>
          )}
        >
          {() => children}
        </Popover>
      )}
      {isSet ? (
        <button
          type="button"
          aria-label={t('filters.remove', { name: value })}
          title={t('filters.remove', { name: value })}
          onClick={onClear}
          className={classNames(chipButton, 'shrink-0 px-2')}
        >
          <X size={14} aria-hidden="true" />
        </button>
      ) : null}
    </span>
  );
}

type FavoritesChipProps = {
  isOn: boolean;
  count: number | undefined;
  onChange: (isOn: boolean) => void;
};

function FavoritesChip({ isOn, count, onChange }: FavoritesChipProps) {
  const { t } = useTranslation('library');
  return (
    <span className={classNames(chip, isOn ? chipOn : chipOff)}>
      <button
        type="button"
        aria-pressed={isOn}
        onClick={() => onChange(!isOn)}
        className={classNames(chipButton, 'px-2.5')}
      >
        <Star size={14} aria-hidden="true" />
        {t('filters.favorites')}
        <Count count={count} isReserved={!isOn} />
        {isOn ? <X size={14} aria-hidden="true" /> : null}
      </button>
    </span>
  );
}

/** Shows a count. A reserved place keeps chips from moving once the count is known, and is only where there is room. */
function Count({ count, isReserved }: { count: number | undefined; isReserved?: boolean }) {
  const { t } = useTranslation('library');
  return (
    <span
      className={classNames(
        'text-xs tabular-nums',
        isReserved && 'min-w-5 text-right text-ink-faint max-lg:hidden',
      )}
    >
      {count === undefined ? null : t('filters.count', { count })}
    </span>
  );
}

type Translate = ReturnType<typeof useTranslation<'library'>>['t'];

/** The chosen days; empty without any. */
function formatDays({ dateStart, dateEnd }: LibraryFilters, language: string, t: Translate): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const [from, to] = [new Date(dateStart), new Date(dateEnd)];
  if (dateStart && dateEnd) return from <= to ? format.formatRange(from, to) : format.formatRange(to, from);
  if (dateStart) return t('filters.since', { day: format.format(from) });
  return dateEnd ? t('filters.until', { day: format.format(to) }) : '';
}
