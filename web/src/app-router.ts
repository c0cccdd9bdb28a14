import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { ErrorPage, NotFoundPage, PageSkeleton } from '#features/shell/fallback-pages.tsx';
import { readSearch, writeSearch } from '#lib/search-params.ts';
import { routeTree } from './route-tree.gen.ts';

/** `prerenderedAt`: the history of a page that the build prerenders. */
export function createAppRouter(prerenderedAt?: RouterHistory) {
  return createRouter({
    routeTree,
    parseSearch: readSearch,
    stringifySearch: writeSearch,
    defaultPreload: 'intent',
    // The page that is left has no business under the title of the next one. A page that is loaded already never gets here.
    defaultPendingMs: 50,
    // The page comes as soon as it is there; by itself the router shows the skeleton for half a second.
    defaultPendingMinMs: 0,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    ...(prerenderedAt ? { history: prerenderedAt, isServer: true } : { scrollRestoration: true }),
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
