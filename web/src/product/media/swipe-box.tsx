import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { StageProps } from './medium-view.ts';

/** A stage without a gesture of its own: a swipe leads to the next generation. */
export function SwipeBox({ onSwipe, children }: Pick<StageProps, 'onSwipe'> & { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useSwipe(ref, onSwipe);
  return (
    <div
      ref={ref}
      data-stage
      className="absolute inset-0 grid overflow-auto"
      style={{ touchAction: 'pan-y' }}
    >
      {children}
    </div>
  );
}

const swipePx = 60;

/** A horizontal swipe of a finger: 1 for the next, -1 for the previous one. Sliders and what scrolls keep theirs. */
function useSwipe(ref: RefObject<HTMLElement | null>, onSwipe: ((by: 1 | -1) => void) | undefined): void {
  const latest = useRef(onSwipe);
  useEffect(() => {
    latest.current = onSwipe;
  });
  useEffect(() => {
    const box = ref.current;
    if (!box) return;
    const listening = new AbortController();
    const { signal } = listening;
    let from: { x: number; y: number } | undefined;
    const down = (event: PointerEvent) => {
      const isSlider = event.target instanceof HTMLInputElement;
      from =
        event.pointerType === 'touch' && event.isPrimary && !isSlider
          ? { x: event.x, y: event.y }
          : undefined;
    };
    const up = (event: PointerEvent) => {
      if (!from || !event.isPrimary) return;
      const [x, y] = [event.x - from.x, event.y - from.y];
      from = undefined;
      if (Math.abs(x) >= swipePx && Math.abs(x) > 2 * Math.abs(y)) latest.current?.(x < 0 ? 1 : -1);
    };
    box.addEventListener('pointerdown', down, { signal });
    box.addEventListener('pointerup', up, { signal });
    box.addEventListener('pointercancel', () => (from = undefined), { signal });
    return () => listening.abort();
  }, [ref]);
}
