import type { PublicBatch, PublicGeneration } from '@atelier/contract';
import Ban from 'lucide-react/icons/ban';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { useTranslation } from 'react-i18next';
import { hasShownResult } from '#product/generation/outputs.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Menu } from '#ui/menu.tsx';
import { type BatchActions, BatchMenuItems } from './batch-actions.tsx';
import { BatchProgress } from './batch-progress.tsx';
import type { Verdicts } from './use-verdicts.ts';

type Take = (generation: PublicGeneration, set: number, verdicts: Verdicts) => boolean;

const isPicked: Take = ({ id }, set, { pickedId }) => pickedId(set) === id;
const isOut: Take = ({ id }, _set, verdicts) => verdicts.isOut(id);

/** Which takes the wall shows: all, those without a decision, and those with one. */
export const takeFilters = {
  all: () => true,
  open: (...take) => hasShownResult(take[0]) && !isPicked(...take) && !isOut(...take),
  picked: isPicked,
  out: (...take) => isOut(...take) && hasShownResult(take[0]),
} as const satisfies Record<string, Take>;
export type TakeFilter = keyof typeof takeFilters;

const filters: readonly TakeFilter[] = ['all', 'open', 'picked', 'out'];

type FiltersProps = {
  filter: TakeFilter;
  counts: Record<TakeFilter, number>;
  onFilter: (filter: TakeFilter) => void;
};

type WallHeadProps = FiltersProps & {
  batch: PublicBatch;
  isPlaying: boolean;
  /** Plays all in step; undefined where nothing moves. */
  onPlay: (() => void) | undefined;
  actions: BatchActions;
};

/** Width that leaves no room beside the title for the filters of a phone. */
const titleWidth = { flex: '1 1 12rem' };

/** One row, on a phone two, so that the first pictures stand high there too. */
export function WallHead({ batch, isPlaying, onPlay, actions, ...shown }: WallHeadProps) {
  const { t } = useTranslation('batches');
  return (
    <div className="flex flex-wrap items-center gap-2 py-2">
      <div className="min-w-0" style={titleWidth}>
        <h1 title={batch.name} dir="auto" className="truncate text-xl font-semibold">
          {batch.name}
        </h1>
        <BatchProgress batch={batch} isShort />
      </div>
      {onPlay ? (
        <Button
          aria-pressed={isPlaying}
          aria-keyshortcuts="Space"
          onClick={onPlay}
          className="pointer-coarse:min-h-11"
        >
          {isPlaying ? <Pause size={16} aria-hidden="true" /> : <Play size={16} aria-hidden="true" />}
          <span className="max-md:sr-only">{t(isPlaying ? 'pause' : 'playAll')}</span>
        </Button>
      ) : null}
      {batch.counts.waiting + batch.counts.running > 0 ? (
        <Button onClick={() => actions.ask('cancel', batch)} className="pointer-coarse:min-h-11">
          <Ban size={16} aria-hidden="true" />
          <span className="max-md:sr-only">{t('cancel.do')}</span>
        </Button>
      ) : null}
      <Filters {...shown} />
      <Menu
        label={t('actionsOf', { name: batch.name })}
        tooltipSide="left"
        icon={<EllipsisVertical size={18} aria-hidden="true" />}
      >
        <BatchMenuItems batch={batch} actions={actions} />
      </Menu>
    </div>
  );
}

function Filters({ filter, counts, onFilter }: FiltersProps) {
  const { t, i18n } = useTranslation('batches');
  return (
    <fieldset
      aria-label={t('filter.label')}
      className="flex overflow-x-auto rounded-md bg-raised p-1 [scrollbar-width:none] max-w-full"
    >
      {filters.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === filter}
          onClick={() => onFilter(each)}
          className={classNames(
            'min-h-8 shrink-0 rounded-sm px-2.5 text-sm whitespace-nowrap tabular-nums pointer-coarse:min-h-11',
            each === filter ? 'bg-surface font-medium text-ink' : 'text-ink-soft hover:text-ink',
          )}
        >
          {t(`filter.${each}`)} {new Intl.NumberFormat(i18n.language).format(counts[each])}
        </button>
      ))}
    </fieldset>
  );
}

/** Takes the place of the wall while the filter leaves nothing of it. */
export function NoTakes({ onShowAll }: { onShowAll: () => void }) {
  const { t } = useTranslation('batches');
  return (
    <EmptyState title={t('filter.none')} text={t('filter.noneText')}>
      <Button onClick={onShowAll}>{t('filter.showAll')}</Button>
    </EmptyState>
  );
}
