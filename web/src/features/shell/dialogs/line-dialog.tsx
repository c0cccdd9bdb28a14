import type { LineItem, LineReply } from '@atelier/contract';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import CirclePause from 'lucide-react/icons/circle-pause';
import GripVertical from 'lucide-react/icons/grip-vertical';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import X from 'lucide-react/icons/x';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSeconds } from '#lib/format.ts';
import { moveItem } from '#lib/move-item.ts';
import { useNow } from '#lib/use-now.ts';
import { makeExcerpt } from '#product/generation/excerpt.ts';
import { minShownSeconds, roundWait, stageTimes } from '#product/generation/progress/progress.ts';
import { useRunningGenerations } from '#product/generation/store/generations-store.ts';
import { HeldLine } from '#product/line/held-line.tsx';
import { lineSeconds } from '#product/line/line-seconds.ts';
import { cancelInLine, moveInLine, setLinePaused, setStopAfter, useLine } from '#product/line/use-line.ts';
import { QueryBoundary } from '#product/query-boundary.tsx';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Dialog } from '#ui/dialog.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { type DragProps, useDragOrder } from '#ui/use-drag-order.ts';

/** Shown of a long line until the rest is asked for. */
const shownFirst = 100;

/** The user's line: what waits for a place, to be put in order, held back and cancelled. */
export function LineDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['tray', 'shell']);
  const { data, error, refetch } = useLine();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('tray:line.title')}
      closeLabel={t('shell:close')}
      width="search"
      footer={data && data.data.length > 0 ? <CancelAll line={data} /> : null}
    >
      <QueryBoundary
        query={{ reply: data, error, retry: () => void refetch() }}
        skeleton={<Skeleton className="h-40" />}
      >
        {(line) => <Line line={line} />}
      </QueryBoundary>
    </Dialog>
  );
}

function Line({ line }: { line: LineReply }) {
  const { t } = useTranslation(['tray', 'shell']);
  const { data, is_paused: isPaused, running, limits } = line;
  const [hasAll, setHasAll] = useState(false);
  const order = useOrder(data);
  const move = (item: LineItem, place: number) => {
    // Shows all entries when the focused one moves beyond the first, so that it stays on the page.
    if (place >= shownFirst) setHasAll(true);
    order.move(item, place);
  };
  const readDrag = useDragOrder(data, move);
  const shown = hasAll ? data : data.slice(0, shownFirst);
  return (
    <>
      <p className="text-sm">
        {t('shell:followed', { text: t('line.text', { count: running, limit: limits.running }) })}
        <AllDone line={line} />
      </p>
      {line.waiting_reason === 'debt' ? (
        <div className="mt-4">
          <HeldLine />
        </div>
      ) : null}
      <div
        className={classNames(
          'mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md px-3 py-2',
          isPaused ? 'bg-warn-soft text-warn-text' : 'bg-raised',
        )}
      >
        <p role="status" className="min-w-0 flex-1 text-sm">
          {isPaused ? t('line.paused') : line.waiting_reason === 'debt' ? null : t('line.goesOn')}
        </p>
        <Button size="sm" onClick={() => void setLinePaused(!isPaused)}>
          {isPaused ? <Play size={16} aria-hidden="true" /> : <Pause size={16} aria-hidden="true" />}
          {t(isPaused ? 'line.resume' : 'line.pause')}
        </Button>
      </div>
      {data.length === 0 ? (
        <p className="py-8 text-center text-sm">{t('line.empty')}</p>
      ) : (
        <ol aria-label={t('line.title')} className="mt-3 grid grid-cols-[minmax(0,1fr)]">
          {shown.map((item, place) => (
            <Item
              key={item.id}
              item={item}
              place={place}
              data={data}
              drag={readDrag(item, place)}
              onMove={(to) => move(item, to)}
              onPress={(event) => {
                const to = placeOfKey(event.key, place, data.length);
                if (to === undefined) return;
                event.preventDefault();
                move(item, to);
              }}
            />
          ))}
        </ol>
      )}
      {shown.length < data.length ? (
        <Button size="sm" className="mt-3" onClick={() => setHasAll(true)}>
          {t('line.showAll', { count: data.length })}
        </Button>
      ) : null}
      <p id="line-keys" className="sr-only">
        {t('line.keys')}
      </p>
      <p role="status" className="sr-only">
        {order.said}
      </p>
    </>
  );
}

/** When all of it will have ended; nothing where that is up to the user, who has paused it, is going to, or owes credits. */
function AllDone({ line }: { line: LineReply }) {
  const { t, i18n } = useTranslation('tray');
  const { data, is_paused: isPaused, limits, waiting_reason: reason } = line;
  const nowMs = useNow(true);
  const runningLeft = useRunningGenerations()
    .filter(({ generation }) => generation.status !== 'waiting')
    .map(({ generation }) => stageTimes(generation, nowMs).leftSeconds ?? 0);
  const isHeld = isPaused || reason === 'debt' || data.some((item) => item.stop_after);
  if (data.length === 0 || isHeld) return null;
  const seconds = lineSeconds(data, { places: limits.running, runningLeft });
  if (seconds < minShownSeconds) return null;
  return t('line.allDone', { time: formatSeconds(roundWait(seconds), i18n.language) });
}

/** `said` announces a new place to screen readers. */
function useOrder(data: readonly LineItem[]) {
  const { t } = useTranslation(['tray', 'kinds']);
  const [said, setSaid] = useState('');
  const formatName = useItemName();
  const move = (item: LineItem, place: number) => {
    const order = moveItem(data, item.id, place);
    if (order === data) return;
    setSaid(t('tray:line.moved', { name: formatName(item), place: place + 1, count: order.length }));
    void moveInLine(order, item);
  };
  return { said, move };
}

function placeOfKey(key: string, place: number, count: number): number | undefined {
  return { ArrowUp: place - 1, ArrowDown: place + 1, Home: 0, End: count - 1 }[key];
}

function useItemName(): (item: LineItem) => string {
  const { t } = useTranslation('kinds');
  return ({ prompt, kind }) => makeExcerpt(prompt, 60) || t(`kinds.${kind}.title`);
}

type ItemProps = {
  item: LineItem;
  place: number;
  data: readonly LineItem[];
  drag: DragProps;
  onMove: (place: number) => void;
  onPress: (event: KeyboardEvent) => void;
};

function Item({ item, place, data, drag, onMove, onPress }: ItemProps) {
  const { t } = useTranslation(['tray', 'kinds']);
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
        aria-label={t('tray:line.grip', { name, place: place + 1, count: data.length })}
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
        <span className="block text-xs text-ink-faint tabular-nums">
          {t(`kinds:kinds.${item.kind}.title`)}
          {' · '}
          {t('tray:line.credits', { count: item.cost })}
          {item.stop_after ? <span className="text-warn-text"> · {t('tray:line.stopsAfter')}</span> : null}
        </span>
      </span>
      <span className="ml-auto flex shrink-0">
        {place > 0 ? (
          <IconButton
            label={t('tray:line.up', { name })}
            isSmall
            tooltipSide="left"
            onClick={() => step(place - 1)}
          >
            <ChevronUp size={16} aria-hidden="true" />
          </IconButton>
        ) : null}
        {place < data.length - 1 ? (
          <IconButton
            label={t('tray:line.down', { name })}
            isSmall
            tooltipSide="left"
            onClick={() => step(place + 1)}
          >
            <ChevronDown size={16} aria-hidden="true" />
          </IconButton>
        ) : null}
        <IconButton
          label={t('tray:line.stopAfter', { name })}
          aria-pressed={item.stop_after}
          isSmall
          tooltipSide="left"
          onClick={() => void setStopAfter(data, item, !item.stop_after)}
          className={item.stop_after ? 'text-warn-text' : undefined}
        >
          <CirclePause size={16} aria-hidden="true" />
        </IconButton>
        <IconButton
          label={t('tray:line.cancel', { name })}
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

/** Asks in its own place, since a dialog is open already. */
function CancelAll({ line: { data } }: { line: LineReply }) {
  const { t } = useTranslation('tray');
  const [isAsking, setAsking] = useState(false);
  const credits = data.reduce((sum, { cost }) => sum + cost, 0);
  if (!isAsking) {
    return (
      <Button variant="ghost" onClick={() => setAsking(true)}>
        {t('line.cancelAll.do', { count: data.length })}
      </Button>
    );
  }
  return (
    <>
      <p role="alert" className="w-full text-sm">
        {t('line.cancelAll.text', { count: credits, generations: data.length })}
      </p>
      <Button data-autofocus onClick={() => setAsking(false)}>
        {t('line.cancelAll.keep')}
      </Button>
      <Button variant="danger" onClick={() => void cancelInLine(data, 'all')}>
        {t('line.cancelAll.confirm')}
      </Button>
    </>
  );
}
