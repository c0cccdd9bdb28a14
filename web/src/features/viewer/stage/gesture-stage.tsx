import type { PublicGeneration } from '@atelier/contract';
import Star from 'lucide-react/icons/star';
import { type ReactNode, type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { prefersStill } from '#ui/prefers-still.ts';
import { type Swipes, useSwipe } from '#ui/swipe/use-swipe.ts';
import type { Walk } from '../use-walk.ts';
import { Beside } from './beside.tsx';

type GestureStageProps = {
  generation: PublicGeneration;
  walk: Walk;
  /** Whether gestures count: not while two are compared, which have touches of their own. */
  isOn: boolean;
  onClose: () => void;
  onHold: () => void;
  children: ReactNode;
};

const settleMs = 200;
const gapPx = 12;

/**
 * The work under a finger: a swipe leads to the next or the previous one, a pull down closes the viewer, a double tap
 * marks it as a favourite, a long press opens what else can be done. Each has a button, too.
 */
export function GestureStage(props: GestureStageProps) {
  const { generation, walk, isOn, children } = props;
  const { t } = useTranslation('viewer');
  const boxRef = useRef<HTMLDivElement>(null);
  const trackRef = useRef<HTMLDivElement>(null);
  const [star, setStar] = useState<'on' | 'off'>();
  const { isDragged, isClosing, ...drawing } = useDrawing(props, boxRef, trackRef);
  const markFavorite = () => {
    const viewer = boxRef.current?.closest('dialog');
    const button = viewer?.querySelector<HTMLButtonElement>('[data-key="f"] button');
    if (!button) return;
    setStar(generation.is_favorite ? 'off' : 'on');
    button.click();
  };
  useSwipe(boxRef, isOn ? { ...drawing, onDoubleTap: markFavorite, onHold: props.onHold } : undefined);
  return (
    <div
      ref={boxRef}
      className="relative min-h-full min-w-0 flex-1 overflow-clip"
      style={{ touchAction: 'pan-y' }}
    >
      <div ref={trackRef} className="relative min-h-full md:absolute md:inset-0">
        {children}
        {isDragged ? (
          <>
            <Beside walk={walk} by={-1} gapPx={gapPx} />
            <Beside walk={walk} by={1} gapPx={gapPx} />
          </>
        ) : null}
      </div>
      <p
        role="status"
        className="pointer-events-none absolute inset-x-0 bottom-2 text-center text-sm font-medium text-ink"
      >
        {isClosing ? t('letGo') : null}
      </p>
      {star ? <FavoriteStar isOn={star === 'on'} onEnd={() => setStar(undefined)} /> : null}
    </div>
  );
}

type BoxRef = RefObject<HTMLElement | null>;

/** Draws the work where the finger has it, and does what the finger asks for when it lets go. */
function useDrawing(
  { generation, walk, onClose }: GestureStageProps,
  boxRef: BoxRef,
  trackRef: BoxRef,
): Pick<Swipes, 'hasNext' | 'onAcross' | 'onPull' | 'onEnd'> & { isDragged: boolean; isClosing: boolean } {
  const [isDragged, setDragged] = useState(false);
  const [isClosing, setClosing] = useState(false);
  const shown = `${generation.id}.${walk.image}`;
  const rest = () => {
    drawRest(trackRef.current);
    setDragged(false);
  };
  // Whatever has been swiped away stays away until the next one is there.
  useLayoutEffect(() => {
    if (shown) drawRest(trackRef.current);
    setDragged(false);
  }, [shown, trackRef]);
  return {
    isDragged,
    isClosing,
    hasNext: (by) => walk.findBeside(by) !== undefined,
    onAcross: (px) => {
      setDragged(true);
      if (trackRef.current) trackRef.current.style.translate = `${px}px`;
    },
    onPull: (pull) => {
      drawPull(boxRef.current, trackRef.current, pull);
      setClosing(pull.closes);
    },
    onEnd: (outcome) => {
      setClosing(false);
      drawPull(boxRef.current, null, undefined);
      if (outcome === 'close') onClose();
      else if (outcome === 'back') settle(trackRef.current, '0px', rest);
      else
        settle(trackRef.current, `calc(${-outcome * 100}% - ${outcome * gapPx}px)`, () => walk.step(outcome));
    },
  };
}

/** Moves what a finger has let go to its place. */
function settle(track: HTMLElement | null, to: string, after: () => void): void {
  if (!track || prefersStill()) {
    after();
    return;
  }
  const timing = { duration: settleMs, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' };
  const moving = track.animate({ translate: to, scale: '1' }, timing);
  const done = () => {
    track.style.translate = to;
    after();
  };
  moving.finished.then(done, () => undefined);
}

const starMs = 700;

function FavoriteStar({ isOn, onEnd }: { isOn: boolean; onEnd: () => void }) {
  const ref = useRef<HTMLSpanElement>(null);
  const end = useEffectEvent(onEnd);
  useLayoutEffect(() => {
    const frames = prefersStill()
      ? { opacity: [1, 1] }
      : { opacity: [0, 1, 1, 0], scale: ['0.6', '1.1', '1', '1'] };
    const shining = ref.current?.animate(frames, { duration: starMs, fill: 'both' });
    shining?.finished.then(
      () => end(),
      () => undefined,
    );
    return () => shining?.cancel();
  }, []);
  return (
    <span
      ref={ref}
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 grid place-items-center"
    >
      <Star size={80} className={isOn ? 'fill-current text-warn-text' : 'text-ink'} />
    </span>
  );
}

type Pull = { x: number; y: number; scale: number };

/** Draws the work with the finger, and what is around it the fainter the further it is pulled. */
function drawPull(box: HTMLElement | null, track: HTMLElement | null, pull: Pull | undefined): void {
  const viewer = box?.closest('dialog');
  if (!viewer) return;
  if (track && pull) {
    track.style.translate = `${pull.x}px ${pull.y}px`;
    track.style.scale = String(pull.scale);
  }
  const isPulled = pull !== undefined && pull.y > 0;
  viewer.style.background = isPulled ? 'transparent' : '';
  if (box) {
    box.style.overflow = isPulled ? 'visible' : '';
    if (box.parentElement) box.parentElement.style.background = isPulled ? 'transparent' : '';
  }
  for (const each of viewer.querySelectorAll<HTMLElement>('[data-around]'))
    each.style.opacity = isPulled ? String(Math.max(0, 1 - pull.y / 96)) : '';
}

function drawRest(track: HTMLElement | null): void {
  if (!track) return;
  track.style.translate = '';
  track.style.scale = '';
}
