import { useEffect } from 'react';
import { prefersStill } from './prefers-still.ts';

/** Brings the chosen item of an `ol` into view, and the focus to it where another item had it. */
export function useFollowedChoice(
  ref: { current: HTMLButtonElement | null },
  isChosen: boolean,
  place: number,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: an item that moves is followed, too
  useEffect(() => {
    const button = ref.current;
    const strip = button?.closest('ol');
    if (!isChosen || !button || !strip) return;
    if (strip.contains(document.activeElement)) button.focus({ preventScroll: true });
    const { left, width } = button.getBoundingClientRect();
    const box = strip.getBoundingClientRect();
    if (left >= box.left && left + width <= box.right) return;
    strip.scrollBy({ left: left - box.left - 8, behavior: prefersStill() ? 'instant' : 'smooth' });
  }, [isChosen, place]);
}
