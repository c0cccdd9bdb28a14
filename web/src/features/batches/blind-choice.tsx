import type { PublicBatch, PublicGeneration } from '@atelier/contract';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Pick } from '#product/batches/use-pick.ts';
import { useStepPlay } from '#product/batches/use-step-play.ts';
import { isMoving } from '#product/media-facts.build.ts';
import { Button } from '#ui/button.tsx';
import { prefersStill } from '#ui/prefers-still.ts';
import { pressedKey } from '#ui/pressed-key.ts';
import { type BatchSet, blindOrder, sharedRatio } from './blind-order.ts';
import { BlindSummary } from './blind-summary.tsx';
import { BlindTile } from './blind-tile.tsx';
import { useVaryingFacts } from './varying-facts.ts';

/** Value in the address after the last set. */
const atEnd = -1;

type BlindChoiceProps = {
  batch: PublicBatch;
  /** Sets with something to choose from. */
  sets: readonly BatchSet[];
  /** Number of the set in the address; 0 is the first without a choice. */
  set: number;
  pick: Pick;
  /** Shows another set; with undefined, the wall again. */
  onShow: (set: number | undefined) => void;
};

/** One idea after another, without the names of what made the results, until one of them is chosen. */
export function BlindChoice({ batch, sets, set, pick, onShow }: BlindChoiceProps) {
  const { t } = useTranslation('batches');
  const asked = sets.findIndex((each) => each.set === set);
  const unjudged = sets.findIndex((each) => pick.toId(each.set) === undefined);
  const place = asked === -1 && set === 0 && unjudged !== -1 ? unjudged : asked;
  const shown = sets[place];
  // Stays on a set once it is chosen from.
  useEffect(() => {
    if (shown && shown.set !== set) onShow(shown.set);
  }, [shown, set, onShow]);
  const go = (by: 1 | -1) => onShow(sets[place + by]?.set ?? (by === 1 ? atEnd : undefined));
  return (
    <section aria-labelledby="blind-title" className="py-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 id="blind-title" className="flex-1 text-xl font-semibold">
          {t('blind.title')}
        </h1>
        <p role="status" className="text-sm text-ink-soft tabular-nums">
          {shown ? t('blind.place', { place: place + 1, of: sets.length }) : null}
        </p>
        <Button size="sm" onClick={() => onShow(undefined)}>
          {t('blind.leave')}
        </Button>
      </div>
      {shown ? (
        <BlindSet
          key={shown.set}
          batch={batch}
          pick={pick}
          go={go}
          set={shown}
          isFirst={place === 0}
          onLeave={() => onShow(undefined)}
        />
      ) : (
        <BlindSummary
          sets={sets}
          pick={pick}
          onAgain={() => onShow(sets[0]?.set)}
          onLeave={() => onShow(undefined)}
        />
      )}
    </section>
  );
}

type BlindSetProps = {
  batch: PublicBatch;
  set: BatchSet;
  pick: Pick;
  isFirst: boolean;
  go: (by: 1 | -1) => void;
  onLeave: () => void;
};

function BlindSet({ batch, set, pick, isFirst, go, onLeave }: BlindSetProps) {
  const { t } = useTranslation('batches');
  const boxRef = useRef<HTMLUListElement>(null);
  const order = useMemo(() => blindOrder(set.generations, batch.id), [set.generations, batch.id]);
  const facts = useVaryingFacts(order);
  const [isPlaying, setPlaying] = useState(() => !prefersStill());
  useStepPlay(boxRef, isPlaying);
  const pickedId = pick.toId(set.set);
  const choose = (generation: PublicGeneration | undefined) => {
    if (generation) void pick.choose(set.set, generation.id);
  };
  const hasVideo = order.some(({ medium }) => isMoving[medium]);
  useBlindKeys({
    onNumber: (number) => choose(order[number - 1]),
    onNext: () => go(1),
    onBack: isFirst ? undefined : () => go(-1),
    onPlay: hasVideo ? () => setPlaying((known) => !known) : undefined,
    onLeave,
  });
  return (
    <>
      <p dir="auto" className="max-w-prose py-3 text-ink-soft wrap-anywhere">
        {order[0]?.prompt}
      </p>
      <ul ref={boxRef} className="grid gap-4" style={{ gridTemplateColumns: columnsFor(order) }}>
        {order.map((generation, index) => (
          <BlindTile
            key={generation.id}
            generation={generation}
            number={index + 1}
            ratio={sharedRatio(order)}
            reveals={pickedId !== undefined}
            facts={facts.get(generation.id) ?? []}
            isPicked={generation.id === pickedId}
            onPick={() => choose(generation)}
          />
        ))}
      </ul>
      <div className="sticky bottom-0 mt-4 flex flex-wrap items-center gap-2 bg-canvas/90 py-3">
        {isFirst ? null : (
          <Button onClick={() => go(-1)} aria-keyshortcuts="ArrowLeft">
            <ArrowLeft size={16} aria-hidden="true" className="rtl:-scale-x-100" />
            {t('blind.back')}
          </Button>
        )}
        {hasVideo ? (
          <Button aria-pressed={isPlaying} aria-keyshortcuts="Space" onClick={() => setPlaying(!isPlaying)}>
            {isPlaying ? <Pause size={16} aria-hidden="true" /> : <Play size={16} aria-hidden="true" />}
            {t(isPlaying ? 'pause' : 'playAll')}
          </Button>
        ) : null}
        {pickedId === undefined ? null : (
          <Button onClick={() => void pick.choose(set.set, null)}>{t('blind.again')}</Button>
        )}
        <Button
          variant={pickedId === undefined ? 'secondary' : 'primary'}
          aria-keyshortcuts="ArrowRight"
          onClick={() => go(1)}
        >
          {t(pickedId === undefined ? 'blind.skip' : 'blind.next')}
          <ArrowRight size={16} aria-hidden="true" className="rtl:-scale-x-100" />
        </Button>
        <p className="text-xs text-ink-faint max-sm:hidden">{t('blind.keys')}</p>
      </div>
    </>
  );
}

/** Large, but each as a whole in the window. */
function columnsFor(generations: readonly PublicGeneration[]): string {
  const ratio = sharedRatio(generations);
  return `repeat(auto-fit, minmax(min(100%, ${ratio < 1 ? 12 : 18}rem), ${Math.round(60 * ratio)}dvh))`;
}

type BlindKeys = {
  onNumber: (number: number) => void;
  onNext: () => void;
  onBack: (() => void) | undefined;
  onPlay: (() => void) | undefined;
  onLeave: () => void;
};

function useBlindKeys(keys: BlindKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, altKey, target } = event;
      const key = pressedKey(event);
      if (ctrlKey || metaKey || altKey || document.querySelector('dialog[open]')) return;
      const isOnControl =
        target instanceof Element && target.closest('button, a, input, textarea, select, audio');
      const { onNumber, onNext, onBack, onPlay, onLeave } = latest.current;
      const acts: Record<string, (() => void) | undefined> = {
        arrowright: onNext,
        s: onNext,
        arrowleft: onBack,
        escape: onLeave,
        ...(isOnControl ? {} : { ' ': onPlay, enter: onNext }),
      };
      const act = /^[1-9]$/.test(key) ? () => onNumber(Number(key)) : acts[key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
