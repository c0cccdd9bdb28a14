import { useEffect } from 'react';
import { createStore } from '#lib/store.ts';

const productName = 'Atelier';
const pageTitle = createStore('');
let pageDescription = '';
/** How many generations are running. Counted by `generations-store.ts`, which the frame of a page does not need to load. */
export const runningCount = createStore(0);
/** How many generations have ended and were not seen yet. */
export const unseenCount = createStore(0);

/** Sets the page's part of the tab title, and for search engines what it is for. Every page calls it once. */
export function usePageTitle(title: string, description = ''): void {
  // Effects do not run while the build prerenders a page.
  if (import.meta.env.SSR) set(title, description);
  useEffect(() => set(title, description), [title, description]);
}

/** Names a page in the tab from the press of its link on, until it has loaded and says so itself. */
export function showPendingTitle(title: string): void {
  pageTitle.set(title);
}

function set(title: string, description: string): void {
  pageTitle.set(title);
  pageDescription = description;
  if (!import.meta.env.SSR)
    document.querySelector('meta[name=description]')?.setAttribute('content', description);
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

/** Empty for pages that no search engine lists. */
export const wholeDescription = () => pageDescription;

/** The title of the page and the product. */
export function wholeTitle(): string {
  const name = pageTitle.get();
  return `${name ? `${name} · ` : ''}${productName}`;
}
