import { packs } from '@atelier/catalog';
import type { PaymentProblem } from '@atelier/contract';
import type { Db } from '../../connect.ts';
import type { PaymentFact } from './payment-facts.ts';
import type { PurchaseRow } from './purchases.ts';

type Paid = Extract<PaymentFact, { type: 'paid' }>;

/**
 * Records a purchase that was paid and that we do not know, because the database was restored to a point before it: from
 * what its payment says was sold. Otherwise says why not: it names no purchase, its account does not exist here, or what was
 * paid is not what the pack costs.
 */
export async function recordSold(
  trx: Db['kysely'],
  { purchaseId, sold, amountMinor, currency }: Paid,
): Promise<PurchaseRow | PaymentProblem> {
  if (purchaseId === null || !sold) return 'unknown_purchase';
  const owner = await trx
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', sold.userId)
    .where('erased_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  if (!owner) return 'unknown_account';
  const isAsSold = packs.some(
    (pack) =>
      pack.id === sold.pack &&
      pack.credits === sold.credits &&
      [sold.amountMinor, amountMinor].every((paid) => paid === pack.amountMinor) &&
      [sold.currency, currency].every((paid) => paid === pack.currency),
  );
  if (!isAsSold) return 'not_as_sold';
  await trx
    .insertInto('purchase')
    .values({
      id: purchaseId,
      user_id: owner.id,
      provider: sold.provider,
      payment_id: sold.sessionId,
      pack: sold.pack,
      credits: sold.credits,
      amount_minor: amountMinor,
      currency,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return trx
    .selectFrom('purchase')
    .selectAll()
    .where('id', '=', purchaseId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}
