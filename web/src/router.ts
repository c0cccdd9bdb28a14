import { createRouter } from '@tanstack/react-router';
import { ErrorPage } from './features/shell/error-page.tsx';
import { NotFoundPage } from './features/shell/not-found-page.tsx';
import { PageSkeleton } from './features/shell/page-skeleton.tsx';
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
