import { useEffect } from 'react';
import { createStore } from '#lib/store.ts';
import { runningCount } from '#product/generation/generations-store.ts';

const productName = 'Atelier';
const pageTitle = createStore('');

/** Names the page in the tab. Called once by every route. */
export function usePageTitle(title: string): void {
  useEffect(() => pageTitle.set(title), [title]);
}

/** Keeps the tab's title: the running jobs' count before it, the product after it. */
export function startPageTitle(): void {
  const show = () => {
    const count = runningCount.get();
    const name = pageTitle.get();
    document.title = `${count > 0 ? `(${count}) ` : ''}${name ? `${name} · ` : ''}${productName}`;
  };
  pageTitle.subscribe(show);
  runningCount.subscribe(show);
}
