import type { LibraryFacetsReply } from '@atelier/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queryClient } from '#lib/query-client.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { SwitchField } from '#ui/switch-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useFilterLabels } from './filter-labels.ts';
import { facetsQuery } from './library-query.ts';
import {
  type ChoiceName,
  countFilters,
  type LibraryFilters,
  type LibraryType,
  noFilters,
  statusFilters,
} from './library-view.ts';

type FilterPanelProps = {
  type: LibraryType;
  /** Filters that have one value of several. */
  choices: readonly ChoiceName[];
  filters: LibraryFilters;
  onFilters: (filters: LibraryFilters) => void;
  onClose: () => void;
};

/** Every filter of a tab, with the values that the user's own generations have. Changes apply immediately. */
export function FilterPanel({ type, choices, filters, onFilters, onClose }: FilterPanelProps) {
  const { t } = useTranslation('library');
  const facets = useQuery(facetsQuery(type), queryClient);
  const change = (part: Partial<LibraryFilters>) => onFilters({ ...filters, ...part });
  if (facets.error && !facets.data) {
    const retry = () => void facets.refetch();
    return <ErrorState title={t('filters.failed')} retryLabel={t('filters.retry')} onRetry={retry} />;
  }
  return (
    <section aria-label={t('filters.title')} aria-busy={facets.isPending} className="flex flex-col gap-5 p-4">
      {choices.map((name) => (
        <FacetSelect
          key={name}
          name={name}
          facet={facets.data && listOptions(facets.data, name)}
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
        <Button variant="ghost" disabled={countFilters(filters) === 0} onClick={() => onFilters(noFilters)}>
          {t('filters.clear')}
        </Button>
        <Button variant="primary" onClick={onClose}>
          {t('filters.done')}
        </Button>
      </div>
    </section>
  );
}

function listOptions(facets: LibraryFacetsReply, name: ChoiceName): LibraryFacetsReply['kinds'] {
  if (name !== 'status') return facets[`${name}s`];
  return Object.entries(statusFilters).flatMap(([value, statuses]) => {
    const counts = facets.statuses.filter((each) => statuses.some((status) => status === each.value));
    const count = counts.reduce((sum, each) => sum + each.count, 0);
    return count > 0 ? [{ value, count }] : [];
  });
}

type FacetSelectProps = {
  name: ChoiceName;
  /** Values to choose from; undefined until they have loaded. */
  facet: LibraryFacetsReply['kinds'] | undefined;
  value: string;
  onChange: (value: string) => void;
};

/** One of several values, each with its count. A selected value that no image has any more stays in the list. */
function FacetSelect({ name, facet = [], value, onChange }: FacetSelectProps) {
  const { t } = useTranslation('library');
  const formatLabel = useFilterLabels();
  const isMissing = value !== '' && !facet.some((option) => option.value === value);
  const options = [
    { value: '', label: t('filters.any') },
    ...facet.map((option) => ({
      value: option.value,
      label: t('filters.option', { name: formatLabel(name, option.value), count: option.count }),
    })),
    ...(isMissing ? [{ value, label: formatLabel(name, value) }] : []),
  ];
  return (
    <SelectField
      name={name}
      label={t(`filters.${name}`)}
      options={options}
      value={value}
      onChange={onChange}
    />
  );
}

type TagFilterProps = {
  facet: LibraryFacetsReply['tags'] | undefined;
  tags: readonly string[];
  onTags: (tags: readonly string[]) => void;
};

/** The user's own tags; an image has to have all that are selected. */
function TagFilter({ facet, tags, onTags }: TagFilterProps) {
  const { t } = useTranslation('library');
  const known = facet ?? [];
  const others = tags.filter((tag) => !known.some(({ value }) => value === tag));
  const options = [...known, ...others.map((value) => ({ value, count: 0 }))];
  const toggle = (tag: string) =>
    onTags(tags.includes(tag) ? tags.filter((other) => other !== tag) : [...tags, tag]);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-medium">{t('filters.tags')}</legend>
      {facet && options.length === 0 ? <p className="text-sm text-ink-faint">{t('filters.noTags')}</p> : null}
      <div className="flex flex-wrap gap-2">
        {options.map(({ value, count }) => (
          <label
            key={value}
            className={classNames(
              'relative flex min-h-8 max-w-full items-center gap-1.5 rounded-md border px-2.5 text-sm transition-colors duration-150',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text',
              tags.includes(value)
                ? 'border-accent-text bg-accent-soft text-ink'
                : 'border-transparent bg-raised text-ink-soft hover:bg-hover hover:text-ink',
            )}
          >
            <input
              type="checkbox"
              checked={tags.includes(value)}
              onChange={() => toggle(value)}
              className="absolute inset-0 appearance-none outline-none"
            />
            <span title={value} dir="auto" className="truncate">
              {value}
            </span>
            <span className="text-xs text-ink-faint tabular-nums">{count}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
