// Credits of a payment that went back after they were spent are owed. The next purchase pays them first, so that a
// balance never falls below zero and nothing is forgotten.
import type { Db } from '../../connect.ts';
import type { Balance } from './balance.ts';
import { moveCredits } from './move-credits.ts';
import type { PurchaseRow } from './purchases.ts';

type Transaction = Db['kysely'];

/** The purchases of the same user that are owed, oldest first, locked before the account. Uses purchase_user. */
export function lockOwing(trx: Transaction, bought: PurchaseRow): Promise<PurchaseRow[]> {
  return trx
    .selectFrom('purchase')
    .selectAll()
    .where('user_id', '=', bought.user_id)
    .where('id', '<>', bought.id)
    .where('owed', '>', 0)
    .orderBy('id')
    .forUpdate()
    .execute();
}

type Collected = { collected: readonly PurchaseRow[]; balance?: Balance };

/** Takes what is owed as far as the balance goes, each with an entry of its own purchase. */
export async function collectOwed(
  trx: Transaction,
  owing: readonly PurchaseRow[],
  eventId: string,
): Promise<Collected> {
  const collected: PurchaseRow[] = [];
  let balance: Balance | undefined;
  for (const purchase of owing) {
    const available = balance?.available ?? (await lockAvailable(trx, purchase.user_id));
    const credits = Math.min(purchase.owed, available);
    if (credits === 0) break;
    balance = await moveCredits(trx, {
      userId: purchase.user_id,
      purchaseId: purchase.id,
      kind: 'adjustment',
      credits: -credits,
      entryKey: `payment:${purchase.id}:${eventId}`,
      reason: 'payment_owed',
      actor: 'system',
    });
    const paid = { taken: purchase.taken + credits, owed: purchase.owed - credits };
    await trx.updateTable('purchase').set(paid).where('id', '=', purchase.id).execute();
    collected.push({ ...purchase, ...paid });
  }
  return { collected, balance };
}

/** What a user has left, with the account locked until the end of the transaction. */
export async function lockAvailable(trx: Transaction, userId: string): Promise<number> {
  const account = await trx
    .selectFrom('credit_account')
    .select('available')
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return account.available;
}
