import i18next from 'i18next';
import { ApiError, codeOf } from '#lib/api/api-error.ts';
import { loadWords } from '#lib/i18n/i18n.ts';
import { refreshAccount } from '#product/account/account-store.ts';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { showToast } from '#ui/show-toast.ts';

/** Tells of a failed call. A session that has ended leads to the sign-in dialog instead of a toast. */
export function showErrorToast(error: unknown): void {
  if (error instanceof ApiError && error.status === 401) {
    void refreshAccount();
    openDialog({ name: 'sign-in' });
    return;
  }
  void showMessageToast(codeOf(error));
}

type Params = Readonly<Record<string, string | number>>;

/** The sentence of an error or notice code in the user's language. */
async function messageOf(code: string, params: Params = {}): Promise<string> {
  await loadWords('messages');
  const key = `messages:error.${code}` as const;
  const isKnown: boolean = i18next.exists(key);
  return isKnown ? i18next.t(key, params) : i18next.t('messages:error.internal_error');
}

/** A toast by its code; a code without words is told as our own fault. */
export async function showMessageToast(code: string, params: Params = {}): Promise<void> {
  showToast(await messageOf(code, params), { tone: 'error' });
}
