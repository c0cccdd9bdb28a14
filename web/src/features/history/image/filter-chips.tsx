import X from 'lucide-react/icons/x';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { type ImageFilters, noFilters } from './image-view.ts';
import { useFilterWords } from './use-filter-words.ts';

type FilterChipsProps = { filters: ImageFilters; onFilters: (filters: ImageFilters) => void };

/** The filters that are set, each with a button that takes it away. */
export function FilterChips({ filters, onFilters }: FilterChipsProps) {
  const { t, i18n } = useTranslation('image-history');
  const nameOf = useFilterWords();
  const dayOf = (day: string) =>
    new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));
  const { mode, model, size, dateStart, dateEnd, isFavorite, tags } = filters;
  const chips: { label: string; without: Partial<ImageFilters> }[] = [
    ...(mode ? [{ label: nameOf('mode', mode), without: { mode: '' } }] : []),
    ...(model ? [{ label: nameOf('model', model), without: { model: '' } }] : []),
    ...(size ? [{ label: nameOf('size', size), without: { size: '' } }] : []),
    ...(dateStart
      ? [{ label: t('filters.since', { day: dayOf(dateStart) }), without: { dateStart: '' } }]
      : []),
    ...(dateEnd ? [{ label: t('filters.until', { day: dayOf(dateEnd) }), without: { dateEnd: '' } }] : []),
    ...(isFavorite ? [{ label: t('filters.favorites'), without: { isFavorite: false } }] : []),
    ...tags.map((tag) => ({
      label: t('filters.tag', { tag }),
      without: { tags: tags.filter((other) => other !== tag) },
    })),
  ];
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
          <span className="truncate">{label}</span>
          <X size={14} aria-hidden="true" className="shrink-0" />
        </button>
      ))}
      <Button look="ghost" size="sm" onClick={() => onFilters(noFilters)}>
        {t('filters.clear')}
      </Button>
    </section>
  );
}
