import { signOut } from '#lib/api/account.ts';
import { clearDrafts } from '#lib/drafts/drafts.ts';
import { showErrorToast } from '#product/messages/show-error-toast.ts';

/** Signs out and starts afresh, so that nothing of the user stays in memory or in the browser's storage. */
export async function endSession(options: { everywhere: boolean }): Promise<void> {
  try {
    await signOut(options);
  } catch (error) {
    showErrorToast(error);
    return;
  }
  clearDrafts();
  window.location.assign('/');
}
