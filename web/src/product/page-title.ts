import { useEffect } from 'react';
import { createStore } from '#lib/store.ts';

const productName = 'Atelier';
const pageTitle = createStore('');
/** How many generations are running. Counted by `generations-store.ts`, which the frame of a page does not need to load. */
export const runningCount = createStore(0);
/** How many generations have ended and were not seen yet. */
export const unseenCount = createStore(0);

/** Sets the page's part of the tab title. Every page calls it once. */
export function usePageTitle(title: string): void {
  // Effects do not run while a page is painted at build time.
  if (import.meta.env.SSR) pageTitle.set(title);
  useEffect(() => pageTitle.set(title), [title]);
}

/** Keeps the tab title current: a mark for unseen results, the number of running generations, the page, the product. */
export function startPageTitle(): void {
  const show = () => {
    const count = runningCount.get();
    document.title = `${unseenCount.get() > 0 ? '✓ ' : ''}${count > 0 ? `(${count}) ` : ''}${wholeTitle()}`;
  };
  pageTitle.subscribe(show);
  runningCount.subscribe(show);
  unseenCount.subscribe(show);
}

/** The title of the page and the product. */
export function wholeTitle(): string {
  const name = pageTitle.get();
  return `${name ? `${name} · ` : ''}${productName}`;
}
