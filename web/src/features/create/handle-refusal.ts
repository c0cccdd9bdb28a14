import { refreshAccount } from '#lib/account/account-store.ts';
import { ApiError, type InputProblem } from '#lib/api/api-error.ts';
import { openDialog } from '#lib/dialogs/dialog-store.ts';
import { showErrorToast } from '#lib/messages/show-error-toast.ts';

/** Tells the person why the server refused a job. Problems with fields are returned for the form to show. */
export function handleRefusal(error: unknown): readonly InputProblem[] {
  if (!(error instanceof ApiError)) {
    showErrorToast(error);
    return [];
  }
  if (error.code === 'validation_failed') return error.issues;
  if (error.code === 'please_upgrade_account') {
    const { option } = error.reply;
    openDialog({ name: 'upgrade', option: typeof option === 'string' ? option : undefined });
    void refreshAccount();
  } else if (error.code === 'insufficient_credits') {
    openDialog({
      name: 'insufficient-credits',
      required: error.figure('required') ?? 0,
      current: error.figure('current') ?? 0,
    });
    void refreshAccount();
  } else showErrorToast(error);
  return [];
}
