import { type RefObject, useLayoutEffect, useState } from 'react';

/** Where an element begins on the page and how wide it is, in pixels; known before the first paint. */
export function useGridSpace(ref: RefObject<HTMLElement | null>): { topPx: number; widthPx: number } {
  const [space, setSpace] = useState({ topPx: 0, widthPx: 0 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => {
      const box = element.getBoundingClientRect();
      const next = { topPx: Math.round(box.top + window.scrollY), widthPx: Math.floor(box.width) };
      setSpace((known) => (known.topPx === next.topPx && known.widthPx === next.widthPx ? known : next));
    };
    measure();
    // The page grows and shrinks above the grid too, as jobs begin and end.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [ref]);
  return space;
}
