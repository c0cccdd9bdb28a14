import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { imageSearchOf, imageViewOf, noFilters } from './image-view.ts';

/** The tags of a record, each leading to all records that have it. */
export function TagLinks({ tags }: { tags: readonly string[] }) {
  const { t } = useTranslation('image-history');
  if (tags.length === 0) return null;
  return (
    <ul className="relative flex w-fit max-w-full flex-wrap gap-1.5">
      {tags.map((tag) => (
        <li key={tag} className="min-w-0">
          <Link
            to="/creator/history/image"
            search={imageSearchOf({ ...imageViewOf({}), filters: { ...noFilters, tags: [tag] } })}
            aria-label={t('tags.show', { tag })}
            className="block max-w-48 truncate rounded-sm bg-raised px-2 py-0.5 text-xs text-ink-soft hover:bg-hover hover:text-ink"
          >
            {tag}
          </Link>
        </li>
      ))}
    </ul>
  );
}
