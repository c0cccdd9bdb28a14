import type { ToastOptions } from './toast-options.ts';

/** Shows a toast. The toaster is fetched at the first one. Returns a function that takes the toast away. */
export function showToast(text: string, options: ToastOptions = {}): () => void {
  const toaster = import('./toaster.tsx').then(({ mountToaster }) => mountToaster());
  const shown = toaster.then((toast) => toast(text, options));
  return () => {
    void shown.then((dismiss) => dismiss());
  };
}
