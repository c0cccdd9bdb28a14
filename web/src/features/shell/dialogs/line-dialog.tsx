import type { LineItem, LineReply } from '@atelier/contract';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSeconds } from '#lib/format.ts';
import { moveItem } from '#lib/move-item.ts';
import { roundWait } from '#product/generation/progress/progress.ts';
import { HeldLine } from '#product/line/held-line.tsx';
import { useAllDone } from '#product/line/use-all-done.ts';
import { cancelInLine, isHeldByOthers, moveInLine, setLinePaused, useLine } from '#product/line/use-line.ts';
import { QueryBoundary } from '#product/query-boundary.tsx';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useDragOrder } from '#ui/use-drag-order.ts';
import { LineRow, useItemName } from './line-row.tsx';

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
        {(line) => <Line line={line} onFollow={onClose} />}
      </QueryBoundary>
    </Dialog>
  );
}

function Line({ line, onFollow }: { line: LineReply; onFollow: () => void }) {
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
      {isHeldByOthers(line) ? (
        <div className="mt-4">
          <HeldLine onFollow={onFollow} />
        </div>
      ) : null}
      <div
        className={classNames(
          'mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md',
          isPaused ? 'bg-warn-soft px-3 py-2 text-warn-text' : !isHeldByOthers(line) && 'bg-raised px-3 py-2',
        )}
      >
        <p role="status" className="min-w-0 flex-1 text-sm">
          {isPaused ? t('line.paused') : isHeldByOthers(line) ? null : t('line.goesOn')}
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
            <LineRow
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

/** When all of it will have ended; nothing where no one can say. */
function AllDone({ line }: { line: LineReply }) {
  const { t, i18n } = useTranslation('tray');
  const seconds = useAllDone(line);
  if (seconds === undefined) return null;
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
