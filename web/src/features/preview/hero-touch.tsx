import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { classNames } from '#ui/class-names.ts';

/** Duration of a long press, the same as on phones. */
const holdMs = 500;
/** A finger that moves further swipes, or scrolls the page. */
const slackPx = 10;
const swipePx = 60;
const slideMs = 180;

type Touches = {
  /** Work that a swipe leads to: 1 for the next older one, -1 for the next newer one. */
  findBeside: (by: 1 | -1) => string | undefined;
  onSwipe: (key: string) => void;
  /** A long press; absent where nothing can be selected. */
  onHold: (() => void) | undefined;
  /** Whether a tap selects. */
  isSelecting: () => boolean;
};

type HeroTouchProps = Touches & { isSelected: boolean; children: ReactNode };

/**
 * The large work under a finger: a swipe leads to the works beside it, a long press selects it as a tile. The page scrolls
 * under a finger that moves up or down.
 */
export function HeroTouch({ children, isSelected, ...touches }: HeroTouchProps) {
  const ref = useRef<HTMLDivElement>(null);
  useSwipe(ref, touches);
  useHold(ref, touches);
  return (
    <div
      ref={ref}
      className={classNames(
        'max-sm:[--bleed:1rem]',
        isSelected && 'rounded-md outline-3 outline-accent-text',
      )}
      style={{ touchAction: 'pan-y pinch-zoom' }}
    >
      {children}
    </div>
  );
}

/** A drag to the side, whose work follows the finger and gives way to the one beside it, or returns. */
function useSwipe(ref: RefObject<HTMLElement | null>, touches: Touches): void {
  const latest = useEffectEvent(() => touches);
  useEffect(() => {
    const box = ref.current;
    if (!box) return;
    const listening = new AbortController();
    const { signal } = listening;
    let from: { x: number; y: number } | undefined;
    let isDragged = false;
    const down = (event: PointerEvent) => {
      from = isTouch(event) && isFree(event.target) ? { x: event.x, y: event.y } : undefined;
      isDragged = false;
    };
    const move = (event: PointerEvent) => {
      if (!from || !event.isPrimary) return;
      const x = event.x - from.x;
      isDragged ||= Math.abs(x) > slackPx;
      if (isDragged) drag(box, latest().findBeside(x < 0 ? 1 : -1) === undefined ? x / 4 : x);
    };
    const end = (event: PointerEvent) => {
      if (!from || !event.isPrimary) return;
      const x = event.type === 'pointerup' ? event.x - from.x : 0;
      const { findBeside, onSwipe } = latest();
      const key = Math.abs(x) < swipePx ? undefined : findBeside(x < 0 ? 1 : -1);
      from = undefined;
      if (key !== undefined) onSwipe(key);
      if (isDragged) void settle(box, key === undefined ? 0 : Math.sign(x));
    };
    box.addEventListener('pointerdown', down, { signal });
    box.addEventListener('pointermove', move, { signal });
    for (const name of ['pointerup', 'pointercancel'] as const) box.addEventListener(name, end, { signal });
    return () => listening.abort();
  }, [ref]);
}

/** A long press selects; while something is selected, a tap does. */
function useHold(ref: RefObject<HTMLElement | null>, touches: Touches): void {
  const latest = useEffectEvent(() => touches);
  useEffect(() => {
    const box = ref.current;
    if (!box) return;
    const listening = new AbortController();
    const { signal } = listening;
    let from: PointerEvent | undefined;
    /** The press has selected; the click at its end is not one. */
    let hasSelected = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = () => clearTimeout(timer);
    const hold = () => {
      hasSelected = true;
      latest().onHold?.();
    };
    const down = (event: PointerEvent) => {
      stop();
      hasSelected = false;
      from = isTouch(event) && isFree(event.target) && latest().onHold ? event : undefined;
      if (from) timer = setTimeout(hold, holdMs);
    };
    const move = ({ x, y }: PointerEvent) => {
      if (from && Math.hypot(x - from.x, y - from.y) > slackPx) stop();
    };
    const click = (event: MouseEvent) => {
      // The keyboard has no part in this.
      if (!from || event.detail === 0 || !(hasSelected || latest().isSelecting())) return;
      if (!hasSelected) latest().onHold?.();
      hasSelected = false;
      event.preventDefault();
      event.stopPropagation();
    };
    const prevent = (event: Event) => {
      if (from) event.preventDefault();
    };
    box.addEventListener('pointerdown', down, { signal });
    box.addEventListener('pointermove', move, { signal });
    for (const name of ['pointerup', 'pointercancel'] as const) box.addEventListener(name, stop, { signal });
    box.addEventListener('click', click, { signal, capture: true });
    box.addEventListener('contextmenu', prevent, { signal, capture: true });
    return () => {
      stop();
      listening.abort();
    };
  }, [ref]);
}

const isTouch = ({ pointerType, isPrimary }: PointerEvent) => pointerType === 'touch' && isPrimary;

/**
 * Returns whether a touch is of the picture: not of the controls over it or below it, and not of a part of an enlarged
 * page.
 */
function isFree(target: EventTarget | null): boolean {
  if (!(target instanceof Element) || (window.visualViewport?.scale ?? 1) > 1) return false;
  return target.closest('[data-media-box]') !== null && target.closest('input, a, [data-controls]') === null;
}

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Moves the work with the finger; what leaves its column is cut off. */
function drag(box: HTMLElement, byPx: number): void {
  if (isStill()) return;
  if (box.parentElement) box.parentElement.style.overflowX = 'clip';
  box.style.translate = `${byPx}px`;
}

/** Ends a drag: the work returns (0), or the next one comes in the direction in which it left, 1 for the right. */
async function settle(box: HTMLElement, direction: number): Promise<void> {
  const from = direction === 0 ? box.style.translate : `${-direction * 100}%`;
  box.style.translate = '';
  if (!isStill())
    await box.animate(
      { translate: [from, '0'] },
      { duration: slideMs, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' },
    ).finished;
  if (box.parentElement) box.parentElement.style.overflowX = '';
}
