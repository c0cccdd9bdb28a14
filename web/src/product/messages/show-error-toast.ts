import { ApiError, codeOf } from '#lib/api/api-error.ts';
import { refreshAccount } from '#product/account/account-store.ts';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { showMessageToast } from './show-message-toast.ts';

/** Tells of a failed call. A session that has ended leads to the sign-in dialog instead of a toast. */
export function showErrorToast(error: unknown): void {
  if (error instanceof ApiError && error.status === 401) {
    void refreshAccount();
    openDialog({ name: 'sign-in' });
    return;
  }
  void showMessageToast(codeOf(error));
}
