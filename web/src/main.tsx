import './styles/app.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { startI18n } from '#lib/i18n/i18n.ts';
import { refreshAccount } from '#product/account/account-store.ts';
import { startPageTitle } from '#product/page-title.ts';
import { prefetchToaster } from '#ui/show-toast.ts';
import { createAppRouter } from './app-router.ts';

declare global {
  interface Window {
    /** Set by `early.js`: whether anything was done before the app, and the elements that were pressed. */
    early?: { hasInput: boolean; clicks: Element[] };
  }
}

const router = createAppRouter();

// The page painted by the build stays until the messages and the page have loaded, so that nothing flashes.
void refreshAccount();
await startI18n();
startPageTitle();
await router.load();

// After the first paint, and before the connection can be lost: the toast that reports the loss could not be loaded then.
for (const sign of ['pointerdown', 'keydown']) addEventListener(sign, prefetchToaster, { once: true });

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const early = window.early?.hasInput ? await import('#lib/early-input.ts') : undefined;
const earlyInput = early?.readEarlyInput(root);
window.early = undefined;
const painted = root.querySelectorAll<HTMLInputElement>('input[type=file]');
const app = createRoot(root);
flushSync(() =>
  app.render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  ),
);
for (const picker of painted) {
  picker.addEventListener('change', async () => {
    const { repeatLateFile } = await import('#lib/early-input.ts');
    repeatLateFile(root, picker);
  });
}
if (early && earlyInput) await early.repeatEarlyInput(root, earlyInput);
