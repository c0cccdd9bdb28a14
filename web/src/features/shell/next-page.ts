import type { Medium } from '@atelier/catalog';
import { type AnyRouter, useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { holdReload } from '#lib/parts/hold-reload.ts';
import { mediumOfArea } from '#product/generation/medium-of-area.build.ts';
import { loadForm } from '#product/navigation/load-form.ts';
import { menuPages, pageTarget } from '#product/navigation/menu.ts';
import { showPendingTitle } from '#product/page-title.ts';
import { savesData } from '#ui/prefers-still.ts';
import { readCrumbs } from './breadcrumb.tsx';

/** Lets each page of the menu open at once, under its own name in the tab. */
export function useNextPage(): void {
  const router = useRouter();
  useEffect(() => prefetchPages(router), [router]);
  usePendingTitle();
}

/** Names the next page in the tab in the frame after the press, like the breadcrumb. */
function usePendingTitle(): void {
  const { t, i18n } = useTranslation(['shell', 'kinds']);
  const { pathname } = useLocation();
  const shownPath = useRef(pathname);
  const crumbs = readCrumbs(pathname);
  const isNamed = crumbs?.child !== undefined && i18n.exists(crumbs.child);
  const child = isNamed ? crumbs.child : undefined;
  const own = crumbs?.child === undefined ? crumbs?.parent.label : undefined;
  const title = child ? t(child) : own && t(own);
  // Runs before the effects of a page that is drawn at once, which may have a better name for itself.
  useLayoutEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    if (title !== undefined) showPendingTitle(title);
  }, [pathname, title]);
}

/** The page that was opened comes first: its pictures, its account, what it shows last. */
const restMs = 2_000;

/**
 * Loads the code and the kind of every page of the menu, one page at a time, while the browser has nothing else to do. Not
 * for users who save data, nor without a connection. Returns the function that stops it.
 */
function prefetchPages(router: AnyRouter): () => void {
  const stop = new AbortController();
  void loadPages(router, stop.signal);
  return () => stop.abort();
}

/** A page without a medium has no form. */
type Page = { route: string; medium?: Medium | undefined; id?: string };

async function loadPages(router: AnyRouter, stopped: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, restMs));
  const pages: Page[] = [
    ...menuPages.map(({ path, id }) => ({
      route: pageTarget(path).to,
      medium: mediumOfArea[path.split('/')[0] ?? ''],
      id,
    })),
    { route: '/creator/history' },
    { route: '/pricing' },
  ];
  for (const { route, medium, id } of pages) {
    await findIdleTime();
    if (stopped.aborted || savesData() || !navigator.onLine) return;
    // Keeps a part that a new build has replaced from opening the page again while its user types.
    const release = holdReload();
    try {
      await router.loadRouteChunk(router.routesByPath[route]);
      if (medium) await loadForm(medium, id);
    } catch (error) {
      console.warn('The pages of the menu load when they are opened', error);
      return;
    } finally {
      release();
    }
  }
}

/** Safari has no idle callbacks: there a page waits for the next task. */
function findIdleTime(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve());
    else setTimeout(resolve);
  });
}
