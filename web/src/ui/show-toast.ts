const loadToaster = () => import('./toaster.tsx');

/** Fetches the toaster ahead of the first toast. If that fails, the toast itself asks again. */
export function prefetchToaster(): void {
  loadToaster().catch(() => undefined);
}

/** Shows a toast. The toaster is fetched at the first one. Returns a function that takes the toast away. */
export function showToast(text: string, options: ToastOptions = {}): () => void {
  const toaster = loadToaster().then(({ mountToaster }) => mountToaster());
  const shown = toaster.then((toast) => toast(text, options));
  return () => {
    void shown.then((dismiss) => dismiss());
  };
}

type ToastTone = 'info' | 'success' | 'error';

type ToastAction = { label: string; onPress: () => void };

export type ToastOptions = {
  tone?: ToastTone;
  action?: ToastAction;
  /** 5,000 unless told. */
  durationMs?: number;
  onClose?: () => void;
};
