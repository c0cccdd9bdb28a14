// Credits of a payment that went back after they were spent are owed. The next purchase pays them first, and so do the
// credits that an account has as soon as they cover all of it, so that a balance never falls below zero and nothing is
// forgotten.
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../../connect.ts';
import { preparedQuery, type Queryable } from '../../prepared.ts';
import type { Balance } from './balance.ts';
import { moveCredits } from './move-credits.ts';
import type { PurchaseRow } from './purchases.ts';

type Transaction = Db['kysely'];

/** The purchases of a user that are owed, oldest first, locked before the account. Uses purchase_user. */
export function lockOwing(trx: Transaction, userId: string): Promise<PurchaseRow[]> {
  return trx
    .selectFrom('purchase')
    .selectAll()
    .where('user_id', '=', userId)
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

/** Returns the credits that a user has left, and locks the account until the end of the transaction. */
export async function lockAvailable(trx: Transaction, userId: string): Promise<number> {
  const account = await trx
    .selectFrom('credit_account')
    .select('available')
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return account.available;
}

const listPayable = preparedQuery<{ user_id: string }>(
  'list-payable-debts',
  'select user_id from credit_account where debt > 0 and available >= debt limit 100',
);

/** Accounts that have what they owe, since credits were granted or came back. Uses credit_account_debt. */
export async function listPayableDebts(on: Queryable): Promise<string[]> {
  return (await listPayable(on, [])).map(({ user_id }) => user_id);
}

/** Takes what an account owes when it has all of it. Returns its balance then; undefined when nothing was taken. */
export function payDebt(db: Db, userId: string): Promise<Balance | undefined> {
  return db.kysely.transaction().execute(async (trx) => {
    const owing = await lockOwing(trx, userId);
    const owed = owing.reduce((sum, purchase) => sum + purchase.owed, 0);
    if (owed === 0 || (await lockAvailable(trx, userId)) < owed) return undefined;
    return (await collectOwed(trx, owing, uuidv7())).balance;
  });
}
