import type { PublicGeneration } from '@atelier/contract';
import Star from 'lucide-react/icons/star';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#ui/class-names.ts';
import { makeExcerpt } from '../excerpt.ts';
import { markGenerations } from '../store/mark-generations.ts';

type FavoriteButtonProps = {
  generation: PublicGeneration;
  /** Classes that are added to its own; with something beside the star they are all of its classes. */
  className?: string;
  tabIndex?: number;
  /** Called once the server has taken the change. */
  onChanged?: () => void;
  /** Words beside the star, or a tooltip. */
  children?: ReactNode;
};

/** Toggles the favorite mark optimistically, and reverts when the server refuses. The page has to have loaded `preview`. */
export function FavoriteButton(props: FavoriteButtonProps) {
  const { generation, className, tabIndex, onChanged, children } = props;
  const { t } = useTranslation('preview');
  const [wanted, setWanted] = useState<boolean>();
  const isFavorite = wanted ?? generation.is_favorite;
  const toggle = async () => {
    if (wanted !== undefined) return;
    setWanted(!isFavorite);
    const marked = await markGenerations([generation.id], { favorite: !isFavorite });
    setWanted(undefined);
    if (marked) onChanged?.();
  };
  const prompt = makeExcerpt(generation.prompt, 60);
  return (
    // The button has no tooltip of its own, which would repeat the prompt beside it.
    <button
      type="button"
      aria-label={t(isFavorite ? 'favorite.remove' : 'favorite.add', { prompt })}
      aria-pressed={isFavorite}
      tabIndex={tabIndex}
      onClick={toggle}
      className={
        children
          ? className
          : classNames(
              'inline-grid size-10 shrink-0 place-items-center rounded-md text-ink-soft transition-colors duration-150 hover:bg-hover hover:text-ink',
              className,
            )
      }
    >
      <Star size={18} aria-hidden="true" className={isFavorite ? 'fill-current text-warn-text' : undefined} />
      {children}
    </button>
  );
}
