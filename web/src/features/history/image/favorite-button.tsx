import type { PublicGeneration } from '@atelier/contract';
import Star from 'lucide-react/icons/star';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#ui/class-names.ts';
import { excerptOf } from '../excerpt.ts';
import { markRecords } from './mark-records.ts';

type FavoriteButtonProps = { generation: PublicGeneration; className?: string };

/** The star of a record. It turns at once, and back when the server refuses. */
export function FavoriteButton({ generation, className }: FavoriteButtonProps) {
  const { t } = useTranslation('image-history');
  const [wanted, setWanted] = useState<boolean>();
  const isFavorite = wanted ?? generation.is_favorite;
  const prompt = excerptOf(generation.prompt, 60);
  const toggle = async () => {
    if (wanted !== undefined) return;
    setWanted(!isFavorite);
    await markRecords([generation.id], { isFavorite: !isFavorite });
    setWanted(undefined);
  };
  return (
    // Without a tooltip: it would repeat the prompt that stands beside it.
    <button
      type="button"
      aria-label={t(isFavorite ? 'favorite.remove' : 'favorite.add', { prompt })}
      aria-pressed={isFavorite}
      onClick={toggle}
      className={classNames(
        'inline-grid size-10 shrink-0 place-items-center rounded-md text-ink-soft transition-colors duration-150 hover:bg-hover hover:text-ink',
        className,
      )}
    >
      <Star size={18} aria-hidden="true" className={isFavorite ? 'fill-current text-warn-text' : undefined} />
    </button>
  );
}
