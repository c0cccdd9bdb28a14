import type { Medium } from '@atelier/catalog';
import { useTranslation } from 'react-i18next';
import { formatSeconds } from '#lib/format.ts';
import { fastSeconds } from '../form-facts.build.ts';
import type { ModelFilter } from './model-filters.ts';

type WishesProps = {
  medium: Medium;
  wishes: {
    on: readonly ModelFilter[];
    set: (on: readonly ModelFilter[]) => void;
    counts: ReadonlyMap<ModelFilter, number>;
  };
};

/** Criteria as switches, each with the number of models that meet it; a model is shown when it meets all that are on. */
export function Wishes({ medium, wishes: { on, set, counts } }: WishesProps) {
  const { t, i18n } = useTranslation('models');
  const formatLabel = (filter: ModelFilter): string => {
    if (filter === 'fast')
      return t('filter.fast', { time: formatSeconds(fastSeconds[medium], i18n.language) });
    return t(filter === 'fromFile' ? `filter.fromFile_${medium}` : `filter.${filter}`);
  };
  return (
    <fieldset aria-label={t('filters')} className="flex min-w-0 gap-2 max-sm:shrink-0 sm:flex-wrap">
      {[...counts].map(([filter, count]) => {
        const isOn = on.includes(filter);
        return (
          <button
            key={filter}
            type="button"
            aria-pressed={isOn}
            onClick={() => set(isOn ? on.filter((each) => each !== filter) : [...on, filter])}
            className="min-h-8 rounded-full border border-line px-3 whitespace-nowrap text-xs text-ink-soft hover:border-line-strong aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-ink pointer-coarse:min-h-11"
          >
            {formatLabel(filter)} <span className="text-ink-faint tabular-nums">{count}</span>
          </button>
        );
      })}
    </fieldset>
  );
}
