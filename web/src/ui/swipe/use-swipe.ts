import { type RefObject, useEffect, useEffectEvent } from 'react';
import {
  findAcross,
  findPull,
  findTurn,
  followPress,
  holdMs,
  isEdge,
  isSecondTap,
  type Press,
  type Sample,
  slackPx,
  startPress,
  tapMs,
} from './swipe.ts';

export type Swipes = {
  /** Whether there is a next (1) or a previous (-1) work. */
  hasNext: (by: 1 | -1) => boolean;
  /** A finger draws the work by so much. */
  onAcross: (px: number) => void;
  onPull: (pull: ReturnType<typeof findPull>) => void;
  /** The finger lets go: the work gives way to another, closes, or returns. */
  onEnd: (outcome: 1 | -1 | 'close' | 'back') => void;
  onDoubleTap: () => void;
  onHold: () => void;
};

/** Controls have touches of their own, but for the handle of a sheet; so has an enlarged picture. */
const ownTouches =
  'a, input, select, textarea, summary, button:not([aria-hidden], [data-handle]), [data-own-touches]';
/** Half of what lies around a scrubber, within which a finger scrubs. */
const scrubberPx = 22;

/**
 * The touches of a work: a swipe to a side, a pull down, a double tap, a long press. A tap does what a press does, once
 * no second one has come. The mouse has no part in it.
 */
export function useSwipe(ref: RefObject<HTMLElement | null>, swipes: Swipes | undefined): void {
  const latest = useEffectEvent(() => swipes);
  const isOn = swipes !== undefined;
  useEffect(() => {
    const box = ref.current;
    if (!box || !isOn) return;
    const listening = new AbortController();
    const touches = new Touches(box, latest);
    const options = { signal: listening.signal };
    box.addEventListener('pointerdown', touches.down, options);
    box.addEventListener('pointermove', touches.move, options);
    box.addEventListener('pointerup', touches.up, options);
    box.addEventListener('pointercancel', touches.cancel, options);
    // Else the browser would take the finger over to scroll with it.
    box.addEventListener('touchmove', touches.keep, { ...options, passive: false });
    for (const name of ['click', 'dblclick', 'contextmenu'])
      box.addEventListener(name, touches.sift, { ...options, capture: true });
    return () => {
      listening.abort();
      touches.stop();
    };
  }, [ref, isOn]);
}

class Touches {
  readonly #box: HTMLElement;
  readonly #swipes: () => Swipes | undefined;
  readonly #held = new Set<number>();
  #press: Press | undefined;
  #firstTap: Sample | undefined;
  #tapTimer: ReturnType<typeof setTimeout> | undefined;
  #holdTimer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the browser's own events of this touch, such as a click, are held back. */
  #isTaken = false;
  /** A tap that has waited for a second one, and is passed on. */
  #isPassing = false;

  constructor(box: HTMLElement, swipes: () => Swipes | undefined) {
    this.#box = box;
    this.#swipes = swipes;
  }

  readonly down = (event: PointerEvent): void => {
    this.#isTaken = false;
    if (event.pointerType === 'mouse') return;
    this.#held.add(event.pointerId);
    // Two fingers zoom.
    if (this.#held.size > 1) this.#drop();
    else if (isFree(event, this.#box)) this.#begin(event);
  };

  #begin(event: PointerEvent): void {
    this.#isTaken = true;
    this.#press = startPress(readSample(event));
    this.#holdTimer = setTimeout(() => {
      this.#drop();
      this.#firstTap = undefined;
      navigator.vibrate?.(10);
      this.#swipes()?.onHold();
      dropNextClick();
    }, holdMs);
  }

  readonly move = (event: PointerEvent): void => {
    const before = this.#press;
    if (!before || !this.#held.has(event.pointerId)) return;
    const press = followPress(before, readSample(event), isAtTop(event.target, this.#box));
    this.#press = press;
    if (press.way === 'open') return;
    clearTimeout(this.#holdTimer);
    const swipes = this.#swipes();
    if (press.way === 'across') swipes?.onAcross(findAcross(press, swipes.hasNext));
    if (press.way === 'down') swipes?.onPull(findPull(press));
  };

  readonly up = (event: PointerEvent): void => {
    this.#held.delete(event.pointerId);
    const press = this.#press;
    const swipes = this.#swipes();
    if (!press || !swipes) return;
    this.#forget();
    if (press.way === 'open') this.#tap(readSample(event), event.target);
    else if (press.way === 'across')
      swipes.onEnd(findTurn(press, this.#box.clientWidth, swipes.hasNext) || 'back');
    else if (press.way === 'down') swipes.onEnd(findPull(press).closes ? 'close' : 'back');
  };

  readonly cancel = (event: PointerEvent): void => {
    this.#held.delete(event.pointerId);
    this.#drop();
  };

  readonly keep = (event: TouchEvent): void => {
    const isDrawn = this.#press?.way === 'across' || this.#press?.way === 'down';
    if (isDrawn || event.touches.length > 1) event.preventDefault();
  };

  readonly sift = (event: Event): void => {
    // The keyboard has no part in this.
    const isByHand = !(event instanceof MouseEvent) || event.detail > 0 || event.type === 'contextmenu';
    if (!this.#isTaken || this.#isPassing || !isByHand) return;
    event.preventDefault();
    event.stopPropagation();
  };

  stop(): void {
    this.#forget();
    clearTimeout(this.#tapTimer);
  }

  #tap(at: Sample, target: EventTarget | null): void {
    clearTimeout(this.#tapTimer);
    if (isSecondTap(this.#firstTap, at)) {
      this.#firstTap = undefined;
      this.#swipes()?.onDoubleTap();
      return;
    }
    this.#firstTap = at;
    this.#tapTimer = setTimeout(() => {
      if (!(target instanceof HTMLElement) || !target.isConnected) return;
      this.#isPassing = true;
      target.click();
      this.#isPassing = false;
    }, tapMs);
  }

  /** Ends a press that is none: what it has drawn returns. */
  #drop(): void {
    const isDrawn = this.#press?.way === 'across' || this.#press?.way === 'down';
    this.#forget();
    if (isDrawn) this.#swipes()?.onEnd('back');
  }

  #forget(): void {
    clearTimeout(this.#holdTimer);
    this.#press = undefined;
  }
}

/**
 * Drops the click of a finger that still lies on the screen: it would hit what has come up under it, such as the ground of a
 * sheet, which a click closes.
 */
function dropNextClick(): void {
  const listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  const drop = (event: MouseEvent) => {
    // A key's.
    if (event.detail === 0) return;
    event.preventDefault();
    event.stopPropagation();
    listening.abort();
  };
  window.addEventListener('click', drop, options);
  // Where the browser sends none after so long a press, the next press is another one.
  window.addEventListener('pointerdown', () => listening.abort(), options);
}

function readSample({ clientX: x, clientY: y, timeStamp: atMs }: PointerEvent): Sample {
  return { x, y, atMs };
}

function isFree(event: PointerEvent, box: HTMLElement): boolean {
  const { target, clientY } = event;
  if (!(target instanceof Element) || target.closest(ownTouches)) return false;
  if ((window.visualViewport?.scale ?? 1) > 1 || isEdge(readSample(event), window.innerWidth)) return false;
  const scrubbers = [...box.querySelectorAll('input[type="range"]')];
  return scrubbers.every((scrubber) => {
    const { top, height } = scrubber.getBoundingClientRect();
    return height === 0 || Math.abs(clientY - top - height / 2) > scrubberPx;
  });
}

/** Whether nothing around the finger has been scrolled down. */
function isAtTop(target: EventTarget | null, box: HTMLElement): boolean {
  let each = target instanceof Element ? target : null;
  const end = box.closest('dialog')?.parentElement ?? document.documentElement;
  while (each && each !== end) {
    if (each.scrollTop > slackPx / 2) return false;
    each = each.parentElement;
  }
  return true;
}
