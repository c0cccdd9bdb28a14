import { createStore } from '../store.ts';

/** The dialogs that any page may ask for. The shell shows them, one at a time. */
export type AppDialog =
  | { name: 'sign-in' }
  | { name: 'upgrade'; option?: string }
  | { name: 'insufficient-credits'; required: number; current: number }
  | { name: 'jump' }
  | { name: 'shortcuts' };

export type AppDialogProps<Name extends AppDialog['name']> = {
  dialog: Extract<AppDialog, { name: Name }>;
  onClose: () => void;
};

export const dialogStore = createStore<AppDialog | null>(null);

export function openDialog(dialog: AppDialog): void {
  dialogStore.set(dialog);
}

export function closeDialog(): void {
  dialogStore.set(null);
}
