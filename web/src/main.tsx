import './styles/app.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startI18n } from '#lib/i18n/i18n.ts';
import { refreshAccount } from '#product/account/account-store.ts';
import { startPageTitle } from '#product/page-title.ts';
import { prefetchToaster } from '#ui/show-toast.ts';
import { createAppRouter } from './router.ts';

// The painted shell of index.html stays until words, page and account are on their way, so that nothing flashes.
void refreshAccount();
await startI18n();
startPageTitle();
const router = createAppRouter();
await router.load();

// Off the first paint's way, and before a connection can be lost: what tells of it would be lost with it.
for (const sign of ['pointerdown', 'keydown']) addEventListener(sign, prefetchToaster, { once: true });

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
