import type { Kind, KindInput } from '@atelier/catalog';
import { ApiError, type InputProblem } from '#lib/api/api-error.ts';
import { refreshAccount } from '#product/account/account-store.ts';
import { type AppDialog, openDialog } from '#product/dialogs/dialog-store.ts';
import { findUnit, valueLabel } from '#product/generation/value-label.ts';
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
  const dialog = isExplained(error) ? dialogFor(error, refused) : undefined;
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

/** Whether the form, a dialog or the sign-in answers a refusal; anything else did not go through. */
export function isExplained(error: unknown): error is ApiError {
  return error instanceof ApiError && (explained.has(error.code) || error.status === 401);
}

const explained = new Set([
  'validation_failed',
  'please_upgrade_account',
  'insufficient_credits',
  'account_locked',
  'kind_closed',
  'price_changed',
  'daily_cap_reached',
  'too_many_running',
]);

function dialogFor(error: ApiError, refused: Refused): AppDialog | undefined {
  const figure = (name: string) => error.figure(name) ?? 0;
  const { kind, input, onApply } = refused;
  switch (error.code) {
    case 'please_upgrade_account':
      return {
        name: 'upgrade',
        costCredits: refused.expectedCredits,
        options: lockedOptions(kind, error.reply),
      };
    case 'insufficient_credits':
      return {
        name: 'shortfall',
        required: figure('required'),
        current: figure('current'),
        form: onApply && { kind, input, onApply },
      };
    case 'account_locked':
      return { name: 'locked' };
    case 'price_changed':
      return {
        name: 'price-changed',
        before: refused.expectedCredits,
        now: figure('cost'),
        onAccept: () => refused.sendFor(figure('cost')),
      };
    case 'daily_cap_reached':
      return {
        name: 'daily-cap',
        required: figure('required'),
        cap: figure('cap'),
        spent: figure('spent'),
        freesAt: String(error.reply.frees_at),
      };
    case 'too_many_running':
      return {
        name: 'too-many-running',
        waiting: figure('waiting'),
        freesInSeconds: figure('retry_after_seconds'),
      };
    default:
      return undefined;
  }
}

/** The labels of the options that need a paid account: all of them, or the one that an earlier server names. */
function lockedOptions({ fields }: Kind, reply: ApiError['reply']): string[] {
  const { options, option } = reply;
  return (Array.isArray(options) ? options : [option]).flatMap((each: unknown) => {
    if (typeof each !== 'object' || each === null) return [];
    const { field, value } = each as { field?: unknown; value?: unknown };
    if (typeof field !== 'string') return [];
    return [valueLabel({ field, value, unit: findUnit(fields[field]?.widget) })];
  });
}
