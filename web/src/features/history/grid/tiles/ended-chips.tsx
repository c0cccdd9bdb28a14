import type { PublicGeneration } from '@atelier/contract';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useTranslation } from 'react-i18next';
import { excerptOf, tilePromptLength } from '#product/generation/excerpt.ts';
import { StatusBadge } from '#product/generation/progress/status-badge.tsx';
import { classNames } from '#ui/class-names.ts';
import { FailureNote, tileErrorLength } from '../../list/failure-note.tsx';
import { TitleLink } from '../../list/generation-row.tsx';
import { RowActions } from '../../list/row-actions.tsx';
import { SelectBox } from '../../selection/select-box.tsx';
import type { TileActions } from './tile.tsx';

type EndedChipsProps = {
  records: readonly { place: number; record: PublicGeneration | undefined }[];
  topPx: number;
  isFolded: boolean;
  /** Folds the chips; undefined when they cannot be folded. */
  onFold: (() => void) | undefined;
  isSelected: (id: string) => boolean;
  actions: TileActions;
};

/** Generations without a result: a line of `chipPx` for each, several folded into one. */
export function EndedChips({ records, topPx, isFolded, onFold, isSelected, actions }: EndedChipsProps) {
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
          {t('ended', { count: records.length })}
        </button>
      ) : null}
      {isFolded
        ? null
        : records.map(({ place, record }) =>
            record ? (
              <EndedChip
                key={record.id}
                record={record}
                isSelected={isSelected(record.id)}
                onToggle={(isRange) => actions.onToggle(record, place, isRange)}
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
  record: PublicGeneration;
  isSelected: boolean;
  onToggle: (isRange: boolean) => void;
  actions: TileActions;
};

function EndedChip({ record, isSelected, onToggle, actions }: EndedChipProps) {
  const { t } = useTranslation('history');
  const title = excerptOf(record.prompt, tilePromptLength) || t('withoutPrompt');
  return (
    <article
      aria-label={title}
      data-record={record.id}
      className="group relative flex h-10 items-center gap-x-3 rounded-md pr-1 transition-colors duration-150 hover:bg-raised"
    >
      <SelectBox
        prompt={record.prompt}
        isSelected={isSelected}
        onToggle={onToggle}
        className="relative z-10"
      />
      <StatusBadge status={record.status} />
      <h3 className="min-w-0 flex-1 text-sm">
        <TitleLink
          id={record.id}
          onOpen={() => actions.onOpen(record)}
          className="line-clamp-1 after:rounded-md"
        >
          {title}
        </TitleLink>
      </h3>
      <div className="min-w-0 max-w-2/5 max-sm:sr-only">
        <FailureNote generation={record} maxLength={tileErrorLength} isOneLine />
      </div>
      <div className="relative flex shrink-0">
        <RowActions generation={record} onDelete={() => actions.onDelete(record)} isIcon />
      </div>
    </article>
  );
}
