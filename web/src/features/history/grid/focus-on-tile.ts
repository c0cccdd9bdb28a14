import { useEffect, useRef } from 'react';

/** Returns the function that focuses the tile of a place as soon as it is drawn, with the next render of the grid. */
export function useFocusOnTile(
  ref: { current: HTMLElement | null },
  reveal?: (title: HTMLElement) => void,
): (place: number) => void {
  const wanted = useRef<number>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    const title = ref.current?.querySelector<HTMLElement>(`[data-place="${wanted.current}"] h3 a`);
    if (!title) return;
    wanted.current = undefined;
    title.focus({ preventScroll: true });
    reveal?.(title);
  });
  return (place) => {
    wanted.current = place;
  };
}
