import type { PublicPurchase, PurchaseStatus } from '@atelier/contract';
import type { PurchaseRow } from '@atelier/db';

/** A purchase as its buyer sees it. Debt is shown to operators only. */
export function presentPurchase(row: PurchaseRow): PublicPurchase {
  return {
    id: row.id,
    status: row.status as PurchaseStatus,
    pack: row.pack,
    credits: row.credits,
    amount_minor: row.amount_minor,
    currency: row.currency,
    refunded_minor: row.refunded_minor,
    taken_credits: row.taken,
    created_at: row.created_at.toISOString(),
    paid_at: row.paid_at?.toISOString() ?? null,
  };
}
