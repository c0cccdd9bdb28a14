import { createRouter } from '@tanstack/react-router';
import { ErrorPage, NotFoundPage, PageSkeleton } from '#features/shell/fallback-pages.tsx';
import { readSearch, writeSearch } from './lib/search-params.ts';
import { routeTree } from './route-tree.gen.ts';

export function createAppRouter() {
  return createRouter({
    routeTree,
    parseSearch: readSearch,
    stringifySearch: writeSearch,
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
