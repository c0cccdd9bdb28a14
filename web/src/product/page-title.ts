import { useEffect } from 'react';
import { createStore } from '#lib/store.ts';
import { runningCount } from '#product/generation/generations-store.ts';

const productName = 'Atelier';
const pageTitle = createStore('');

/** Sets the page's part of the tab title. Every page calls it once. */
export function usePageTitle(title: string): void {
  useEffect(() => pageTitle.set(title), [title]);
}

/** Keeps the tab title current: the number of running generations, the page, the product. */
export function startPageTitle(): void {
  const show = () => {
    const count = runningCount.get();
    const name = pageTitle.get();
    document.title = `${count > 0 ? `(${count}) ` : ''}${name ? `${name} · ` : ''}${productName}`;
  };
  pageTitle.subscribe(show);
  runningCount.subscribe(show);
}
