import { ApiError } from '#lib/api/api-error.ts';
import type { AppDialog, AskingForm } from './dialog-store.ts';

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

type Refused = {
  expectedCredits: number;
  /** Submits the same once more at another price. */
  sendFor: (costCredits: number) => void;
  form?: AskingForm | undefined;
  /** Labels of the options that need a paid account. */
  listOptions?: () => string[];
};

/** The dialog that explains why a submission was refused; undefined where there is none. */
export function findRefusalDialog(error: ApiError, refused: Refused): AppDialog | undefined {
  const figure = (name: string) => error.figure(name) ?? 0;
  switch (error.code) {
    case 'please_upgrade_account':
      return {
        name: 'upgrade',
        costCredits: refused.expectedCredits,
        ...(refused.listOptions && { options: refused.listOptions() }),
      };
    case 'insufficient_credits':
      return {
        name: 'shortfall',
        required: figure('required'),
        current: figure('current'),
        ...(refused.form && { form: refused.form }),
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
