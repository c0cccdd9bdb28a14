import type { Kind, KindInput } from '@atelier/catalog';
import i18next from 'i18next';
import { ApiError, type InputProblem } from '#lib/api/api-error.ts';
import { refreshAccount } from '#product/account/account-store.ts';
import { type AppDialog, openDialog } from '#product/dialogs/dialog-store.ts';
import { showErrorToast } from '#product/messages/show-error-toast.ts';

/** What was refused, and how to go on with it. */
type Refused = {
  kind: Kind;
  input: KindInput;
  expectedCredits: number;
  /** Sends the same again for another price. */
  sendFor: (costCredits: number) => void;
  /** Changes the form that it came from; absent for a job that was sent again from its card. */
  onApply?: (changes: KindInput) => void;
};

/** Tells the user why the server refused a job. Problems with fields are returned for the form to show. */
export function handleRefusal(error: unknown, refused: Refused): readonly InputProblem[] {
  if (error instanceof ApiError && error.code === 'validation_failed') return error.issues;
  const dialog = error instanceof ApiError ? dialogFor(error, refused) : undefined;
  if (!dialog) {
    showErrorToast(error);
    return [];
  }
  openDialog(dialog);
  // What the page believed about the account was not so.
  if (dialog.name === 'upgrade' || dialog.name === 'shortfall') void refreshAccount();
  return [];
}

function dialogFor(error: ApiError, refused: Refused): AppDialog | undefined {
  const figure = (name: string) => error.figure(name) ?? 0;
  const { kind, input, onApply } = refused;
  switch (error.code) {
    case 'please_upgrade_account':
      return { name: 'upgrade', option: optionName(error.reply.option) };
    case 'insufficient_credits':
      return {
        name: 'shortfall',
        required: figure('required'),
        current: figure('current'),
        form: onApply && { kind, input, onApply },
      };
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
        running: figure('running'),
        freesInSeconds: figure('retry_after_seconds'),
      };
    default:
      return undefined;
  }
}

/** The option that asks for a paid account, in the user's words. */
function optionName(option: unknown): string | undefined {
  if (typeof option !== 'object' || option === null) return undefined;
  const { field, value } = option as { field?: unknown; value?: unknown };
  return i18next.t(`kinds:options.${field}.${value}`, { defaultValue: String(value) });
}
