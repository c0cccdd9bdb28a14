import type { LibraryFacetsReply } from '@atelier/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '#ui/error-state.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useFilterLabels } from './filter-labels.ts';
import { chosenValues, type FilterName, listOptions, toggleValue } from './filter-values.ts';
import type { LibraryFilters } from './library-view.ts';

/** Number of values above which there is a search. */
const fewOptions = 7;

type MenuProps = { filters: LibraryFilters; onFilters: (filters: LibraryFilters) => void };
type FilterMenuProps = MenuProps & {
  name: FilterName | 'date';
  facets: UseQueryResult<LibraryFacetsReply>;
};

/** The values of a filter, with how many works have each. Changes apply immediately. */
export function FilterMenu({ name, facets, ...props }: FilterMenuProps) {
  const { t } = useTranslation('library');
  if (name === 'date') return <Days {...props} />;
  if (facets.error && !facets.data) {
    const retry = () => void facets.refetch();
    return <ErrorState title={t('filters.failed')} retryLabel={t('filters.retry')} onRetry={retry} />;
  }
  return <Options {...props} name={name} facets={facets.data} />;
}

function Days({ filters, onFilters }: MenuProps) {
  const { t } = useTranslation('library');
  const { dateStart, dateEnd } = filters;
  return (
    <div className="flex flex-col gap-3 p-2.5">
      <TextField
        type="date"
        name="dateStart"
        label={t('filters.dateStart')}
        value={dateStart}
        max={dateEnd || undefined}
        onChange={(day) => onFilters({ ...filters, dateStart: day })}
      />
      <TextField
        type="date"
        name="dateEnd"
        label={t('filters.dateEnd')}
        value={dateEnd}
        min={dateStart || undefined}
        onChange={(day) => onFilters({ ...filters, dateEnd: day })}
      />
    </div>
  );
}

type OptionsProps = MenuProps & { name: FilterName; facets: LibraryFacetsReply | undefined };

function Options({ name, facets, filters, onFilters }: OptionsProps) {
  const { t } = useTranslation('library');
  const formatLabel = useFilterLabels();
  const [text, setText] = useState('');
  const chosen = chosenValues(filters, name);
  // Values chosen when the menu opened: one that is no longer chosen can be chosen again.
  const [first] = useState(chosen);
  const options = listOptions(facets, name, [...new Set([...first, ...chosen])]).map((option) => ({
    ...option,
    label: formatLabel(name, option.value),
  }));
  const wanted = text.trim().toLowerCase();
  const shown = options.filter(({ label }) => label.toLowerCase().includes(wanted));
  return (
    <fieldset aria-busy={!facets} className="min-w-0">
      <legend className="sr-only">{t(`filters.${name}`)}</legend>
      {options.length > fewOptions ? (
        <input
          type="search"
          dir="auto"
          aria-label={t('filters.find')}
          placeholder={t('filters.find')}
          title={t('filters.find')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="h-11 w-full rounded-md bg-raised px-3 text-input"
        />
      ) : null}
      {facets && shown.length === 0 ? (
        <p className="p-2.5 text-sm text-ink-faint">
          {t(name === 'tags' && options.length === 0 ? 'filters.noTags' : 'filters.none')}
        </p>
      ) : null}
      {shown.map(({ value, label, count }) => (
        <label
          key={value}
          className="flex min-h-8 items-center gap-2.5 rounded-md px-2.5 text-sm hover:bg-raised pointer-coarse:min-h-11"
        >
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={() => onFilters(toggleValue(filters, name, value))}
            className="size-5 shrink-0 accent-accent"
          />
          <span title={label} dir="auto" className="min-w-0 flex-1 truncate">
            {label}
          </span>
          <span className="text-xs text-ink-faint tabular-nums">{t('filters.count', { count })}</span>
        </label>
      ))}
    </fieldset>
  );
}
