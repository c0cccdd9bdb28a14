import type { PublicGeneration } from '@atelier/contract';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { excerptOf } from '#product/generation/excerpt.ts';
import { FavoriteButton } from '#product/generation/favorite-button.tsx';
import { classNames } from '#ui/class-names.ts';
import { EndedRow } from '../generation-row.tsx';
import { refreshHistory } from '../history-rows.ts';
import { RowActions } from '../row-actions.tsx';

/** What a tile of the grid and a row of the list are given. */
export type ImageHandlers = {
  isSelected: boolean;
  /** Something is selected, here or on another page: the boxes are always visible then. */
  isSelecting: boolean;
  onToggle: (isRange: boolean) => void;
  onOpen: () => void;
  onTag: () => void;
  onDelete: () => void;
};

export type ImageRowsProps = {
  generations: readonly PublicGeneration[];
  handlersOf: (generation: PublicGeneration) => ImageHandlers;
};

type SelectBoxProps = {
  prompt: string;
  isSelected: boolean;
  /** `isRange` while the shift key is held. */
  onToggle: (isRange: boolean) => void;
  className?: string;
};

export function SelectBox({ prompt, isSelected, onToggle, className }: SelectBoxProps) {
  const { t } = useTranslation('image-history');
  return (
    // The label is larger than the box, for touch.
    <label className={classNames('grid size-10 place-items-center select-none', className)}>
      <input
        type="checkbox"
        aria-label={t('select.one', { prompt: excerptOf(prompt, 60) })}
        checked={isSelected}
        onChange={(event) => onToggle((event.nativeEvent as unknown as MouseEvent).shiftKey)}
        className="size-5 accent-accent"
      />
    </label>
  );
}

type FavoriteStarProps = { generation: PublicGeneration; className?: string };

/** The favorite button as a star; the counts and filters of the history follow its change. */
export function FavoriteStar({ generation, className }: FavoriteStarProps) {
  return (
    <FavoriteButton
      generation={generation}
      variant="icon"
      className={className}
      onChanged={() => void refreshHistory('image')}
    />
  );
}

type EndedImageProps = Pick<ImageHandlers, 'isSelected' | 'onToggle' | 'onOpen' | 'onDelete'> & {
  generation: PublicGeneration;
  title: string;
};

/** A failed or cancelled generation, in the grid as in the list. */
export function EndedImage({ generation, title, isSelected, onToggle, onOpen, onDelete }: EndedImageProps) {
  return (
    <EndedRow
      {...{ generation, title, onOpen }}
      actions={<RowActions generation={generation} onDelete={onDelete} isIcon />}
    >
      <SelectBox
        prompt={generation.prompt}
        isSelected={isSelected}
        onToggle={onToggle}
        className="relative z-10 -my-1 -ml-2.5"
      />
    </EndedRow>
  );
}
