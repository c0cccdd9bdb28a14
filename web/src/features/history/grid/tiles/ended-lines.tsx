import type { PublicGeneration } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { makeExcerpt, tilePromptLength } from '#product/generation/excerpt.ts';
import { StatusBadge } from '#product/generation/progress/status-badge.tsx';
import { FailureNote, tileErrorLength } from '../../list/failure-note.tsx';
import { TitleLink } from '../../list/generation-row.tsx';
import { RowActions } from '../../list/row-actions.tsx';
import { SelectBox } from '../../selection/select-box.tsx';
import { EndedIcon } from './ended-chips.tsx';
import type { TileActions } from './tile-overlay.tsx';

export { EndedChips } from './ended-chips.tsx';

type Ended = { place: number; generation: PublicGeneration | undefined };

type EndedLinesProps = {
  generations: readonly Ended[];
  topPx: number;
  isSelected: (id: string) => boolean;
  actions: TileActions;
};

/** Generations without a result: a line of `chipPx` for each. */
export function EndedLines({ generations, topPx, isSelected, actions }: EndedLinesProps) {
  return (
    <div className="absolute inset-x-0" style={{ top: topPx }}>
      {generations.map(({ place, generation }) =>
        generation ? (
          <EndedLine
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

type EndedLineProps = {
  generation: PublicGeneration;
  isSelected: boolean;
  onToggle: (isRange: boolean) => void;
  actions: TileActions;
};

function EndedLine({ generation, isSelected, onToggle, actions }: EndedLineProps) {
  const { t } = useTranslation('history');
  const title = makeExcerpt(generation.prompt, tilePromptLength) || t('withoutPrompt');
  return (
    <article
      aria-label={title}
      data-generation={generation.id}
      className="group relative isolate flex h-10 items-center gap-x-3 rounded-md pr-1 transition-colors duration-150 hover:bg-raised"
    >
      <span className="relative grid size-10 shrink-0 place-items-center">
        <EndedIcon status={generation.status} />
        <SelectBox
          prompt={generation.prompt}
          isSelected={isSelected}
          onToggle={onToggle}
          className="tile-control tile-check absolute! inset-0 z-10"
        />
      </span>
      <span className="max-sm:sr-only">
        <StatusBadge status={generation.status} />
      </span>
      <div className="flex min-w-0 flex-1 gap-x-3 max-sm:flex-col">
        <h3 className="min-w-0 text-sm sm:flex-1">
          <TitleLink
            id={generation.id}
            onOpen={() => actions.onOpen(generation)}
            className="truncate after:rounded-md"
          >
            {title}
          </TitleLink>
        </h3>
        <div className="min-w-0 max-sm:leading-4 sm:max-w-1/2">
          <FailureNote generation={generation} maxLength={tileErrorLength} isOneLine />
        </div>
      </div>
      <div className="relative flex shrink-0">
        <RowActions generation={generation} onDelete={() => actions.onDelete(generation)} isIcon />
      </div>
    </article>
  );
}
