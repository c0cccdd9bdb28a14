import './styles/app.css';
import { createRouter, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorPage, NotFoundPage, PageSkeleton } from '#features/shell/fallback-pages.tsx';
import { startI18n } from '#lib/i18n/i18n.ts';
import { readSearch, writeSearch } from '#lib/search-params.ts';
import { refreshAccount } from '#product/account/account-store.ts';
import { startPageTitle } from '#product/page-title.ts';
import { prefetchToaster } from '#ui/show-toast.ts';
import { routeTree } from './route-tree.gen.ts';

const router = createRouter({
  routeTree,
  parseSearch: readSearch,
  stringifySearch: writeSearch,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultPendingComponent: PageSkeleton,
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFoundPage,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

// The shell painted by index.html stays until the messages and the page have loaded, so that nothing flashes.
void refreshAccount();
await startI18n();
startPageTitle();
await router.load();

// After the first paint, and before the connection can be lost: the toast that reports the loss could not be loaded then.
for (const sign of ['pointerdown', 'keydown']) addEventListener(sign, prefetchToaster, { once: true });

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
