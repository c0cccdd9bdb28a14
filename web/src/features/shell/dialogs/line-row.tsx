import type { LineItem } from '@atelier/contract';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import CirclePause from 'lucide-react/icons/circle-pause';
import GripVertical from 'lucide-react/icons/grip-vertical';
import X from 'lucide-react/icons/x';
import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { makeExcerpt } from '#product/generation/excerpt.ts';
import { cancelInLine, setStopAfter } from '#product/line/use-line.ts';
import { listHeldKinds, useModelStatus } from '#product/model-status.ts';
import { classNames } from '#ui/class-names.ts';
import { IconButton } from '#ui/icon-button.tsx';
import type { DragProps } from '#ui/use-drag-order.ts';

/** Names an entry of the line by its prompt. */
export function useItemName(): (item: LineItem) => string {
  const { t } = useTranslation('kinds');
  return ({ prompt, kind }) => makeExcerpt(prompt, 60) || t(`kinds.${kind}.title`);
}

type LineRowProps = {
  item: LineItem;
  place: number;
  data: readonly LineItem[];
  drag: DragProps;
  onMove: (place: number) => void;
  onPress: (event: KeyboardEvent) => void;
};

/** An entry of the line, with what moves, stops and cancels it. */
export function LineRow({ item, place, data, drag, onMove, onPress }: LineRowProps) {
  const { t } = useTranslation('tray');
  const name = useItemName()(item);
  const gripRef = useRef<HTMLButtonElement>(null);
  const { isDragged, ...dragHandlers } = drag;
  const step = (to: number) => {
    onMove(to);
    // A button at an end of the list is gone once the item is there.
    if (to === 0 || to === data.length - 1) gripRef.current?.focus();
  };
  return (
    <li
      {...dragHandlers}
      data-line={item.id}
      className={classNames(
        'flex items-center gap-1 border-b border-line py-1.5 last:border-b-0 max-sm:flex-wrap',
        isDragged && 'opacity-50',
      )}
    >
      <button
        ref={gripRef}
        type="button"
        aria-label={t('line.grip', { name, place: place + 1, count: data.length })}
        aria-describedby="line-keys"
        onKeyDown={onPress}
        className="grid size-8 shrink-0 cursor-grab place-items-center rounded-md text-ink-faint hover:bg-hover hover:text-ink"
      >
        <GripVertical size={16} aria-hidden="true" />
      </button>
      <span aria-hidden="true" className="w-7 shrink-0 text-right text-sm text-ink-faint tabular-nums">
        {place + 1}
      </span>
      <span className="min-w-0 flex-1 px-2 max-sm:basis-3/5">
        <span title={name} dir="auto" className="block truncate text-sm font-medium text-ink">
          {name}
        </span>
        <ItemFacts item={item} />
      </span>
      <span className="ml-auto flex shrink-0">
        {place > 0 ? (
          <IconButton
            label={t('line.up', { name })}
            isSmall
            tooltipSide="left"
            onClick={() => step(place - 1)}
          >
            <ChevronUp size={16} aria-hidden="true" />
          </IconButton>
        ) : null}
        {place < data.length - 1 ? (
          <IconButton
            label={t('line.down', { name })}
            isSmall
            tooltipSide="left"
            onClick={() => step(place + 1)}
          >
            <ChevronDown size={16} aria-hidden="true" />
          </IconButton>
        ) : null}
        <IconButton
          label={t('line.stopAfter', { name })}
          aria-pressed={item.stop_after}
          isSmall
          tooltipSide="left"
          onClick={() => void setStopAfter(data, item, !item.stop_after)}
          className={item.stop_after ? 'text-warn-text' : undefined}
        >
          <CirclePause size={16} aria-hidden="true" />
        </IconButton>
        <IconButton
          label={t('line.cancel', { name })}
          isSmall
          tooltipSide="left"
          onClick={() => void cancelInLine(data, [item])}
        >
          <X size={16} aria-hidden="true" />
        </IconButton>
      </span>
    </li>
  );
}

function ItemFacts({ item: { kind, cost, stop_after } }: { item: LineItem }) {
  const { t } = useTranslation(['tray', 'kinds', 'preview']);
  const { data: models } = useModelStatus();
  return (
    <span className="block text-xs text-ink-faint tabular-nums">
      {t(`kinds:kinds.${kind}.title`)}
      {' · '}
      {t('tray:line.credits', { count: cost })}
      {stop_after ? <span className="text-warn-text"> · {t('tray:line.stopsAfter')}</span> : null}
      {listHeldKinds(models).includes(kind) ? (
        <span className="text-warn-text"> · {t('preview:held.stage.model')}</span>
      ) : null}
    </span>
  );
}
