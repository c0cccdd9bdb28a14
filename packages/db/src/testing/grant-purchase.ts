import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../connect.ts';

type Purchase = {
  userId: string;
  provider: string;
  paymentId: string;
  credits: number;
  amountMinor: number;
  currency: string;
};

/**
 * A paid purchase in one statement, for seeds and tests: grants its credits once per payment and marks the user as
 * having paid. True when this call granted it. Real payments go through `applyPaymentEvent`.
 */
export async function grantPurchase(db: Db, purchase: Purchase): Promise<boolean> {
  const { rowCount } = await db.pool.query(
    `with bought as (
       insert into purchase (id, user_id, provider, payment_id, credits, amount_minor, currency, status, paid_at)
       values ($1, $2, $3, $4, $5, $6, $7, 'paid', now())
       on conflict (provider, payment_id) do nothing
       returning id
     ), account as (
       update credit_account
          set available = available + $5, has_ever_paid = true, revision = revision + 1
         from bought where user_id = $2
        returning available, held
     )
     insert into ledger_entry (user_id, kind, d_available, d_held, available_after, held_after, entry_key,
                               purchase_id)
     select $2, 'purchase', $5, 0, account.available, account.held, 'purchase:' || $3 || ':' || $4, bought.id
       from bought, account`,
    [
      uuidv7(),
      purchase.userId,
      purchase.provider,
      purchase.paymentId,
      purchase.credits,
      purchase.amountMinor,
      purchase.currency,
    ],
  );
  return rowCount === 1;
}
