import type { ToastOptions } from './toaster.tsx';

const loadToaster = () => import('./toaster.tsx');

/** Loads the toaster ahead of the first toast. If that fails, showing a toast tries again. */
export function prefetchToaster(): void {
  loadToaster().catch(() => undefined);
}

/** Shows a toast; the first one loads the toaster. Returns a function that dismisses the toast. */
export function showToast(text: string, options: ToastOptions = {}): () => void {
  const toaster = loadToaster().then(({ mountToaster }) => mountToaster());
  const shown = toaster.then((toast) => toast(text, options));
  shown.catch((error: unknown) => console.warn(`A toast could not be shown: ${text}`, error));
  return () => {
    // A toast that was never shown needs no dismissal.
    shown.then(
      (dismiss) => dismiss(),
      () => undefined,
    );
  };
}
