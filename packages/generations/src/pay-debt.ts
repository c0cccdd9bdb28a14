import { type Balance, payDebt } from '@atelier/db';
import { givePlaces, type LineDeps } from './give-places.ts';
import { notifyBalance } from './notify.ts';
import { notifyLine } from './notify-line.ts';

/**
 * After a payment, a refund or a dispute was booked: what an account owes decides whether its line goes on, so it is given
 * its places, and its browsers read why it does not. `balance` is absent when no credits moved.
 */
export async function followPayment(
  deps: LineDeps,
  userId: string,
  balance: Balance | undefined,
): Promise<void> {
  if (balance) await notifyBalance(deps, userId, balance);
  notifyLine(deps, userId);
  await givePlaces(deps, userId);
}

/** Pays what an account owes when it has the credits, and lets its line go on. Returns the balance when it did. */
export async function payOwnDebt(deps: LineDeps, userId: string): Promise<Balance | undefined> {
  const balance = await payDebt(deps.db, userId);
  if (balance) await followPayment(deps, userId, balance);
  return balance;
}
