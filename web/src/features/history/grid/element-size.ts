import { type RefObject, useLayoutEffect, useState } from 'react';

/** An element's distance from the top of the page, known before the first paint. */
export function useTop(ref: RefObject<HTMLElement | null>): number {
  const [topPx, setTopPx] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => setTopPx(Math.round(element.getBoundingClientRect().top + window.scrollY));
    measure();
    // The page also grows and shrinks above the grid, as generations start and end.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [ref]);
  return topPx;
}

/** The width of an element, known before the first paint; 0 until then. */
export function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [widthPx, setWidthPx] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => setWidthPx(Math.floor(element.getBoundingClientRect().width));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return widthPx;
}
