import type { ImageFacetsReply } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { classNames } from '#ui/class-names.ts';

type TagFilterProps = {
  facet: ImageFacetsReply['tags'] | undefined;
  tags: readonly string[];
  onTags: (tags: readonly string[]) => void;
};

/** The user's own tags, of which a record must have all that are chosen. */
export function TagFilter({ facet, tags, onTags }: TagFilterProps) {
  const { t } = useTranslation('image-history');
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
            <span className="truncate">{value}</span>
            <span className="text-xs text-ink-faint tabular-nums">{count}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
