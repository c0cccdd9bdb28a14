import './styles/app.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition, useEffect, useLayoutEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { guardComposition } from '#lib/browser/composition.ts';
import type { EarlyInput } from '#lib/early-input.ts';
import { startI18n } from '#lib/i18n/i18n.ts';
import { watchLeaving } from '#lib/navigation/leaving.ts';
import { loadPrerenderedParts } from '#lib/parts/lazy-part.tsx';
import { isRemembered } from '#lib/parts/new-build.ts';
import { PartError } from '#lib/parts/part-error.ts';
import { refreshAccount, watchSignedInHint } from '#product/account/account-store.ts';
import { startPageTitle } from '#product/page-title.ts';
import { prefetchToaster } from '#ui/show-toast.ts';
import { createAppRouter } from './app-router.ts';

declare global {
  interface Window {
    /** Set by `early.js`: whether anything was done before the app, and the elements that were pressed. */
    early?: { hasInput: boolean; clicks: Element[] };
  }
}

const accountMs = 2_000;

guardComposition();
watchLeaving();
const router = createAppRouter();

// The page prerendered by the build stays until the messages and the page have loaded, so that nothing flashes.
watchSignedInHint();
const account = refreshAccount();
const [early] = await Promise.all([
  loadExtra(() => import('#lib/early-input.ts')),
  loadExtra(async () => (await import('#lib/browser/translated-page.ts')).keepTranslatedPageTrue()),
  startI18n(),
]);
startPageTitle();
// Forms open with the drafts of the user who is signed in. A server that does not answer does not keep the app from starting.
await Promise.race([account, new Promise((resolve) => setTimeout(resolve, accountMs))]);
await router.load();
// A part that is missing says so in its own place.
await loadPrerenderedParts().catch((error: unknown) => console.warn(error));

// Loads the toaster after the first paint, and before the connection can be lost: the toast that reports the loss could
// not be loaded then.
for (const sign of ['pointerdown', 'keydown']) addEventListener(sign, prefetchToaster, { once: true });

const prerendered = document.getElementById('root') as HTMLElement;
const pickers = prerendered.querySelectorAll<HTMLInputElement>('input[type=file]');
const root = prerendered.cloneNode(false) as HTMLElement;
let earlyInput: EarlyInput = [];

/**
 * Runs before anything measures the app: effects of a layout run in the order of their components. The state that it sets makes
 * React run every other effect in the same task, so that no press finds an app without what was typed.
 */
function TakePlace() {
  const [, setTaken] = useState(false);
  useLayoutEffect(() => {
    if (!prerendered.isConnected) return;
    if (window.early?.hasInput && early) earlyInput = early.readEarlyInput(prerendered);
    window.early = undefined;
    prerendered.replaceWith(root);
    setTaken(true);
  }, []);
  return null;
}

/** Returns undefined when it could not be loaded: the app starts without it. */
async function loadExtra<Part>(load: () => Promise<Part>): Promise<Part | undefined> {
  try {
    return await load();
  } catch (error) {
    console.warn(error);
    return undefined;
  }
}

/** The network has its own line about a part that could not be loaded, and the page shows that it is missing. */
function reportCaught(error: unknown): void {
  if (error instanceof PartError || isRemembered(error)) console.warn(error);
  else console.error(error);
}

/** Takes early input over once everything in the app has begun, such as the restoring of drafts. */
function TakeInput() {
  useEffect(() => {
    if (!early) return;
    for (const picker of pickers) picker.addEventListener('change', () => early.repeatLateFile(root, picker));
    void early.repeatEarlyInput(root, earlyInput);
  }, []);
  return null;
}

// Rendered beside the document in slices, between which the prerendered page answers.
startTransition(() =>
  createRoot(root, { onCaughtError: reportCaught }).render(
    <StrictMode>
      <TakePlace />
      <RouterProvider router={router} />
      <TakeInput />
    </StrictMode>,
  ),
);
