import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queryClient } from '#lib/query-client.ts';
import { Button } from '#ui/button.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { SwitchField } from '#ui/switch-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { FacetSelect } from './facet-select.tsx';
import { imageFacetsQuery } from './image-history-query.ts';
import { countFilters, type ImageFilters, noFilters } from './image-view.ts';
import { TagFilter } from './tag-filter.tsx';

type FilterPanelProps = {
  filters: ImageFilters;
  onFilters: (filters: ImageFilters) => void;
  onClose: () => void;
};

/** Every filter with the values that the user's own records have (ruling 23). What is chosen holds at once. */
export function FilterPanel({ filters, onFilters, onClose }: FilterPanelProps) {
  const { t } = useTranslation('image-history');
  const facets = useQuery(imageFacetsQuery, queryClient);
  const change = (part: Partial<ImageFilters>) => onFilters({ ...filters, ...part });
  if (facets.error && !facets.data) {
    const retry = () => void facets.refetch();
    return <ErrorState title={t('filters.failed')} retryLabel={t('filters.retry')} onRetry={retry} />;
  }
  return (
    <section aria-label={t('filters.title')} aria-busy={facets.isPending} className="flex flex-col gap-5 p-4">
      {(['mode', 'model', 'size'] as const).map((name) => (
        <FacetSelect
          key={name}
          name={name}
          facet={facets.data?.[`${name}s`]}
          value={filters[name]}
          onChange={(value) => change({ [name]: value })}
        />
      ))}
      <div className="grid grid-cols-2 gap-3">
        <TextField
          type="date"
          name="dateStart"
          label={t('filters.dateStart')}
          value={filters.dateStart}
          max={filters.dateEnd || undefined}
          onChange={(dateStart) => change({ dateStart })}
        />
        <TextField
          type="date"
          name="dateEnd"
          label={t('filters.dateEnd')}
          value={filters.dateEnd}
          min={filters.dateStart || undefined}
          onChange={(dateEnd) => change({ dateEnd })}
        />
      </div>
      <SwitchField
        name="onlyFavorites"
        label={t('filters.favorites')}
        isOn={filters.isFavorite}
        onChange={(isFavorite) => change({ isFavorite })}
      />
      <TagFilter facet={facets.data?.tags} tags={filters.tags} onTags={(tags) => change({ tags })} />
      <div className="flex justify-end gap-2 border-t border-line pt-4">
        <Button look="ghost" disabled={countFilters(filters) === 0} onClick={() => onFilters(noFilters)}>
          {t('filters.clear')}
        </Button>
        <Button look="primary" onClick={onClose}>
          {t('filters.done')}
        </Button>
      </div>
    </section>
  );
}
