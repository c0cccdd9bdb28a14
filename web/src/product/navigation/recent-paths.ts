import { createStore } from '#lib/store.ts';
import { menuPages } from './menu.ts';

const most = 4;

/** The menu entries whose pages this tab has shown last, the newest first: paths below /creator, or the name of the page. */
export const recentPaths = createStore<readonly string[]>([]);

export function noteRecentPath(pathname: string): void {
  const own = pathname.replace(/^\/(?:creator\/)?/, '').replace(/^history\/.*/, 'history');
  const isNamed = ['history', 'pricing'].includes(own) || menuPages.some(({ path }) => path === own);
  if (!isNamed) return;
  recentPaths.set([own, ...recentPaths.get().filter((path) => path !== own)].slice(0, most));
}
