import type { Account } from '#product/account/use-account.ts';
import type { AppDialog, AskingForm } from '#product/dialogs/dialog-store.ts';

/**
 * What stands between a valid form and a job, as the dialog that says so: sign in, then the first payment, then the
 * balance (ruling 20). The server decides the same again, and alone while we do not know yet who is here.
 */
export function findObstacle(
  account: Account,
  costCredits: number,
  form?: AskingForm,
): AppDialog | undefined {
  if (account.status === 'loading') return undefined;
  if (account.status === 'anonymous') return { name: 'sign-in' };
  const { has_ever_paid, credits } = account.info;
  if (!has_ever_paid) return { name: 'upgrade' };
  if (credits.left_credits >= costCredits) return undefined;
  return { name: 'shortfall', required: costCredits, current: credits.left_credits, form };
}
