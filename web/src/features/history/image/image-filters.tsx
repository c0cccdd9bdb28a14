import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonLook } from '#ui/button-look.ts';
import { Popover } from '#ui/popover.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { countFilters, type ImageFilters } from './image-view.ts';

const FilterPanel = lazy(async () => ({ default: (await import('./filter-panel.tsx')).FilterPanel }));

type FilterButtonProps = { filters: ImageFilters; onFilters: (filters: ImageFilters) => void };

/** Opens the filters, and says how many are set. */
export function FilterButton({ filters, onFilters }: FilterButtonProps) {
  const { t } = useTranslation('image-history');
  const count = countFilters(filters);
  return (
    <Popover
      className="max-h-[min(70dvh,40rem)] w-[calc(100vw-1rem)] sm:w-96"
      renderButton={(props) => (
        <button type="button" {...props} className={buttonLook('secondary', 'md', 'min-h-11 px-3!')}>
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
        <Suspense fallback={<Skeleton className="m-4 h-96" />}>
          <FilterPanel filters={filters} onFilters={onFilters} onClose={close} />
        </Suspense>
      )}
    </Popover>
  );
}
