import type { PublicBatch } from '@atelier/contract';
import Maximize from 'lucide-react/icons/maximize';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isMoving } from '#product/media-facts.build.ts';
import { classNames } from '#ui/class-names.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Modal } from '#ui/modal.tsx';
import { prefersStill } from '#ui/prefers-still.ts';
import type { BatchSet } from './blind-order.ts';
import { BlindSet } from './blind-set.tsx';
import { BlindSummary } from './blind-summary.tsx';
import type { Verdicts } from './use-verdicts.ts';

/** Value in the address after the last set. */
const atEnd = -1;

/** More sets than this are counted in words alone. */
const mostPips = 12;

type BlindChoiceProps = {
  batch: PublicBatch;
  /** Sets with something to choose from. */
  sets: readonly BatchSet[];
  /** Number of the set in the address; 0 is the first without a choice. */
  set: number;
  verdicts: Verdicts;
  /** Shows another set; with undefined, the wall again. */
  onShow: (set: number | undefined) => void;
};

/** One idea after another in the whole window, without the names of what made the results, until one of them is chosen. */
export function BlindChoice({ batch, sets, set, verdicts, onShow }: BlindChoiceProps) {
  const boxRef = useRef<HTMLDivElement>(null);
  const [isPlaying, setPlaying] = useState(() => !prefersStill());
  const asked = sets.findIndex((each) => each.set === set);
  const unjudged = sets.findIndex((each) => !verdicts.isJudged(each.set, each.generations));
  const place = asked === -1 && set === 0 && unjudged !== -1 ? unjudged : asked;
  const shown = sets[place];
  // Stays on a set once it is chosen from.
  useEffect(() => {
    if (shown && shown.set !== set) onShow(shown.set);
  }, [shown, set, onShow]);
  const go = (by: 1 | -1) => onShow(sets[place + by]?.set ?? (by === 1 ? atEnd : undefined));
  const leave = () => onShow(undefined);
  const togglePlay = shown?.generations.some(({ medium }) => isMoving[medium])
    ? () => setPlaying((known) => !known)
    : undefined;
  const toggleFullScreen = () => void switchFullScreen(boxRef.current);
  return (
    <Modal
      isOpen
      onClose={leave}
      labelledBy="blind-title"
      className="m-0 size-full max-h-none max-w-none bg-stage p-0 text-ink"
    >
      <div ref={boxRef} data-replaces-bottom-bar className="flex size-full flex-col bg-stage">
        <Head
          sets={sets}
          place={place}
          isPlaying={isPlaying}
          onPlay={togglePlay}
          onFullScreen={toggleFullScreen}
          onLeave={leave}
        />
        {shown ? (
          <BlindSet
            key={shown.set}
            batch={batch}
            set={shown}
            verdicts={verdicts}
            isFirst={place === 0}
            isPlaying={isPlaying}
            go={go}
            onPlay={togglePlay}
            onFullScreen={toggleFullScreen}
          />
        ) : (
          <BlindSummary
            sets={sets}
            pickedId={verdicts.pickedId}
            onAgain={() => onShow(sets[0]?.set)}
            onLeave={leave}
          />
        )}
      </div>
    </Modal>
  );
}

type HeadProps = {
  sets: readonly BatchSet[];
  place: number;
  isPlaying: boolean;
  onPlay: (() => void) | undefined;
  onFullScreen: () => void;
  onLeave: () => void;
};

function Head({ sets, place, isPlaying, onPlay, onFullScreen, onLeave }: HeadProps) {
  const { t } = useTranslation('batches');
  const shown = sets[place];
  const prompt = shown?.generations[0]?.prompt;
  return (
    <header className="flex h-14 shrink-0 items-center gap-3 px-3">
      <IconButton label={t('blind.leave')} tooltipSide="right" aria-keyshortcuts="Escape" onClick={onLeave}>
        <X size={18} aria-hidden="true" />
      </IconButton>
      <h1
        id="blind-title"
        tabIndex={-1}
        data-autofocus
        className="font-semibold whitespace-nowrap outline-none"
      >
        {t('blind.title')}
      </h1>
      <p title={prompt} dir="auto" className="min-w-0 flex-1 truncate text-sm text-ink-soft">
        {prompt}
      </p>
      {shown && sets.length <= mostPips ? (
        <span aria-hidden="true" className="flex gap-1 max-md:hidden">
          {sets.map((each, index) => (
            <span
              key={each.set}
              className={classNames(
                'h-1 w-5 rounded-full',
                index > place ? 'bg-line-strong' : 'bg-accent-text',
              )}
              style={{ opacity: index < place ? 0.55 : undefined }}
            />
          ))}
        </span>
      ) : null}
      <p role="status" className="text-sm whitespace-nowrap text-ink-soft tabular-nums">
        {shown ? t('blind.place', { place: place + 1, of: sets.length }) : null}
      </p>
      {onPlay ? (
        <IconButton
          label={t(isPlaying ? 'pause' : 'playAll')}
          tooltipSide="below-end"
          aria-keyshortcuts="Space"
          onClick={onPlay}
        >
          {isPlaying ? <Pause size={18} aria-hidden="true" /> : <Play size={18} aria-hidden="true" />}
        </IconButton>
      ) : null}
      {document.fullscreenEnabled ? (
        <IconButton
          label={t('blind.fullScreen')}
          tooltipSide="below-end"
          aria-keyshortcuts="F"
          onClick={onFullScreen}
          className="max-md:hidden"
        >
          <Maximize size={18} aria-hidden="true" />
        </IconButton>
      ) : null}
    </header>
  );
}

async function switchFullScreen(box: HTMLElement | null): Promise<void> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen();
    else if (document.fullscreenEnabled) await box?.requestFullscreen();
  } catch (error) {
    console.warn('The browser refused to show the choice in full screen', error);
  }
}
