import { signOut } from '#product/api/account.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { endOnPurpose, leaveSignedOut } from './account/signed-out.ts';
import { saveAll } from './account/unsaved.ts';

/** Signs the user out of this session, or of all of them, and leaves for the start page. */
export async function endSession(options: { everywhere: boolean }): Promise<void> {
  try {
    await saveAll();
    await endOnPurpose(() => signOut(options));
  } catch (error) {
    showErrorToast(error);
    return;
  }
  leaveSignedOut();
}
