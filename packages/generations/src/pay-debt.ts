import { type Balance, payDebt } from '@atelier/db';
import { notifyBalance } from './notify.ts';
import { notifyLine } from './notify-line.ts';
import { type LineDeps, startWaitingGenerations } from './start-waiting-generations.ts';

/**
 * Called after a payment, a refund or a dispute was booked. Debt decides whether an account's line continues, so this
 * fills its free slots and notifies its browsers. `balance` is absent when no credits moved.
 */
export async function followPayment(
  deps: LineDeps,
  userId: string,
  balance: Balance | undefined,
): Promise<void> {
  if (balance) await notifyBalance(deps, userId, balance);
  notifyLine(deps, userId);
  await startWaitingGenerations(deps, userId);
}

/** Pays an account's debt if it has the credits, and continues its line. Returns the balance if it paid. */
export async function payOwnDebt(deps: LineDeps, userId: string): Promise<Balance | undefined> {
  const balance = await payDebt(deps.db, userId);
  if (balance) await followPayment(deps, userId, balance);
  return balance;
}
