import { AppError } from '@atelier/contract';
import { type Selectable, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../../connect.ts';
import type { Purchase } from '../../schema.gen.ts';

export type PurchaseRow = Selectable<Purchase>;

type NewPurchase = {
  userId: string;
  provider: string;
  pack: string;
  credits: number;
  amountMinor: number;
  currency: string;
  requestId: string | null;
};

/**
 * Inserts a purchase before its checkout opens, so that every later report of the payment provider has a row to refer
 * to. A repeated request gets the first one's row. Uses purchase_request.
 */
export async function openPurchase(db: Db, purchase: NewPurchase): Promise<PurchaseRow> {
  const inserted = await db.kysely
    .insertInto('purchase')
    .values({
      id: uuidv7(),
      user_id: purchase.userId,
      provider: purchase.provider,
      pack: purchase.pack,
      credits: purchase.credits,
      amount_minor: purchase.amountMinor,
      currency: purchase.currency,
      request_id: purchase.requestId,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'request_id']).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (inserted) return inserted;
  return db.kysely
    .selectFrom('purchase')
    .selectAll()
    .where('user_id', '=', purchase.userId)
    .where('request_id', '=', purchase.requestId)
    .executeTakeFirstOrThrow();
}

/** Where the user pays. `sessionId` is the payment provider's name of it. */
export async function markCheckout(
  db: Db,
  { purchaseId, sessionId, url }: { purchaseId: string; sessionId: string; url: string },
): Promise<void> {
  await db.kysely
    .updateTable('purchase')
    .set({ payment_id: sessionId, checkout_url: url })
    .where('id', '=', purchaseId)
    .execute();
}

/** A purchase of this user. Otherwise, also when another user made it, throws not_found. */
export async function getOwnPurchase(db: Db, id: string, userId: string): Promise<PurchaseRow> {
  const row = await db.kysely
    .selectFrom('purchase')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return row;
}

/** The newest of a user. Uses purchase_user. */
export function listPurchases(db: Db, userId: string, limit: number): Promise<PurchaseRow[]> {
  return db.kysely
    .selectFrom('purchase')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
}

export type OwedPurchase = PurchaseRow & { email: string };

/** Payments that went back after their credits were spent, oldest first. Uses purchase_owed. */
export async function listOwedPurchases(db: Db, limit: number): Promise<OwedPurchase[]> {
  const { rows } = await sql<OwedPurchase>`
    select p.*, u.email from purchase p join app_user u on u.id = p.user_id
     where p.owed > 0 order by p.created_at limit ${limit}`.execute(db.kysely);
  return rows;
}
