import type { Kind, KindInput } from '@atelier/catalog';
import { ApiError, type InputProblem } from '#lib/api/api-error.ts';
import { refreshAccount } from '#product/account/account-store.ts';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { findRefusalDialog, isExplained } from '#product/dialogs/refusal-dialog.ts';
import { findUnit, formatValue } from '#product/generation/value-label.ts';
import { readKindClosures } from '#product/kinds/kind-closures.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';

type Refused = {
  kind: Kind;
  input: KindInput;
  expectedCredits: number;
  /** Submits the same input again at another price. */
  sendFor: (costCredits: number) => void;
  /** Changes the form that it came from; absent for a retry from a card. */
  onApply?: (changes: KindInput) => void;
};

/** Shows why the server refused a submission. Problems with fields are returned for the form to show. */
export function handleRefusal(error: unknown, refused: Refused): readonly InputProblem[] {
  if (error instanceof ApiError && error.code === 'validation_failed') return error.issues;
  const { kind, input, onApply } = refused;
  const dialog =
    isExplained(error) &&
    findRefusalDialog(error, {
      ...refused,
      form: onApply && { kind, input, onApply },
      listOptions: () => lockedOptions(kind, error.reply),
    });
  if (!dialog) {
    if (isExplained(error) && error.code === 'kind_closed') readKindClosures();
    showErrorToast(error);
    return [];
  }
  openDialog(dialog);
  // The page's copy of the account is out of date.
  if (['upgrade', 'shortfall', 'locked'].includes(dialog.name)) void refreshAccount();
  return [];
}

/** The labels of the options that need a paid account: all of them, or the one that an earlier server names. */
function lockedOptions({ fields }: Kind, reply: ApiError['reply']): string[] {
  const { options, option } = reply;
  return (Array.isArray(options) ? options : [option]).flatMap((each: unknown) => {
    if (typeof each !== 'object' || each === null) return [];
    const { field, value } = each as { field?: unknown; value?: unknown };
    if (typeof field !== 'string') return [];
    return [formatValue({ field, value, unit: findUnit(fields[field]?.widget) })];
  });
}
