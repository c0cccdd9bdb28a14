export type ToastTone = 'info' | 'success' | 'error';

type ToastAction = { label: string; onPress: () => void };

export type ToastOptions = {
  tone?: ToastTone;
  action?: ToastAction;
  /** 5,000 unless told. */
  durationMs?: number;
  onClose?: () => void;
};
