import type { PublicGeneration } from '@atelier/contract';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useTranslation } from 'react-i18next';
import { makeExcerpt, tilePromptLength } from '#product/generation/excerpt.ts';
import { StatusBadge } from '#product/generation/progress/status-badge.tsx';
import { classNames } from '#ui/class-names.ts';
import { FailureNote, tileErrorLength } from '../../list/failure-note.tsx';
import { TitleLink } from '../../list/generation-row.tsx';
import { RowActions } from '../../list/row-actions.tsx';
import { SelectBox } from '../../selection/select-box.tsx';
import type { TileActions } from './tile-overlay.tsx';

type EndedChipsProps = {
  generations: readonly { place: number; generation: PublicGeneration | undefined }[];
  topPx: number;
  isFolded: boolean;
  /** Folds the chips; undefined when they cannot be folded. */
  onFold: (() => void) | undefined;
  isSelected: (id: string) => boolean;
  actions: TileActions;
};

/** Generations without a result: a line of `chipPx` for each, several folded into one. */
export function EndedChips({ generations, topPx, isFolded, onFold, isSelected, actions }: EndedChipsProps) {
  const { t } = useTranslation('library');
  return (
    <div className="absolute inset-x-0" style={{ top: topPx }}>
      {onFold ? (
        <button
          type="button"
          aria-expanded={!isFolded}
          onClick={onFold}
          className="flex h-10 items-center gap-1.5 rounded-md px-2 text-sm text-ink-faint hover:text-ink"
        >
          <ChevronRight
            size={16}
            aria-hidden="true"
            className={classNames('transition-[rotate] duration-150', !isFolded && 'rotate-90')}
          />
          {t('ended', { count: generations.length })}
        </button>
      ) : null}
      {isFolded
        ? null
        : generations.map(({ place, generation }) =>
            generation ? (
              <EndedChip
                key={generation.id}
                generation={generation}
                isSelected={isSelected(generation.id)}
                onToggle={(isRange) => actions.onToggle(generation, place, isRange)}
                actions={actions}
              />
            ) : (
              <div key={place} className="h-10 py-1">
                <div className="h-full rounded-md bg-raised" />
              </div>
            ),
          )}
    </div>
  );
}

type EndedChipProps = {
  generation: PublicGeneration;
  isSelected: boolean;
  onToggle: (isRange: boolean) => void;
  actions: TileActions;
};

function EndedChip({ generation, isSelected, onToggle, actions }: EndedChipProps) {
  const { t } = useTranslation('history');
  const title = makeExcerpt(generation.prompt, tilePromptLength) || t('withoutPrompt');
  return (
    <article
      aria-label={title}
      data-generation={generation.id}
      className="group relative flex h-10 items-center gap-x-3 rounded-md pr-1 transition-colors duration-150 hover:bg-raised"
    >
      <SelectBox
        prompt={generation.prompt}
        isSelected={isSelected}
        onToggle={onToggle}
        className="relative z-10"
      />
      <StatusBadge status={generation.status} />
      <h3 className="min-w-0 flex-1 text-sm">
        <TitleLink
          id={generation.id}
          onOpen={() => actions.onOpen(generation)}
          className="line-clamp-1 after:rounded-md"
        >
          {title}
        </TitleLink>
      </h3>
      <div className="min-w-0 max-w-2/5 max-sm:sr-only">
        <FailureNote generation={generation} maxLength={tileErrorLength} isOneLine />
      </div>
      <div className="relative flex shrink-0">
        <RowActions generation={generation} onDelete={() => actions.onDelete(generation)} isIcon />
      </div>
    </article>
  );
}
