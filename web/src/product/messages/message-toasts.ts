import i18next from 'i18next';
import { ApiError, codeOf } from '#lib/api/api-error.ts';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { refreshAccount } from '#product/account/account-store.ts';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { showToast } from '#ui/show-toast.ts';

/** Shows a failed call as a toast. If the session has ended, opens the sign-in dialog instead. */
export function showErrorToast(error: unknown): void {
  if (error instanceof ApiError && error.status === 401) {
    void refreshAccount();
    openDialog({ name: 'sign-in' });
    return;
  }
  void showMessageToast(codeOf(error));
}

type Params = Readonly<Record<string, string | number>>;

/** The toast of an error or notice code; a code without a message is shown as an internal error. */
export async function showMessageToast(code: string, params: Params = {}): Promise<void> {
  await loadMessages('messages');
  const key = `messages:error.${code}` as const;
  const isKnown: boolean = i18next.exists(key);
  const text = isKnown ? i18next.t(key, params) : i18next.t('messages:error.internal_error');
  showToast(text, { tone: 'error' });
}
