import i18next from 'i18next';
import { ApiError, readCode } from '#lib/api/api-error.ts';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { refreshAccount } from '#product/account/account-store.ts';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { showToast } from '#ui/show-toast.ts';

/**
 * Shows a failed call as a toast. If the session has ended, opens the sign-in dialog instead; a call that needs a fresh
 * sign-in has opened its dialog already.
 */
export function showErrorToast(error: unknown): void {
  if (error instanceof ApiError && error.status === 401) {
    void refreshAccount();
    openDialog({ name: 'sign-in' });
    return;
  }
  const said = error instanceof ApiError ? error.reply.message : undefined;
  if (readCode(error) !== 'sign_in_again') void showMessageToast(readCode(error), {}, said);
}

type Params = Readonly<Record<string, string | number>>;

/** Shows the toast of an error or notice code. An unknown code shows `said`, or else an internal error. */
export async function showMessageToast(code: string, params: Params = {}, said?: string): Promise<void> {
  await loadMessages('messages');
  const key = `messages:error.${code}` as const;
  const isKnown: boolean = i18next.exists(key);
  const text = isKnown ? i18next.t(key, params) : (said ?? i18next.t('messages:error.internal_error'));
  showToast(text, { tone: 'error' });
}
