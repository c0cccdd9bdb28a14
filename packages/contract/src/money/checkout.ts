import { packIds } from '@atelier/catalog';
import * as z from 'zod/mini';

/** `POST /api/checkout`. `redirect` is a path of our own pages, for the way back to the form. */
export const checkoutBody = z.object({
  pack: z.enum(packIds),
  redirect: z.optional(z.string().check(z.maxLength(2_000))),
  request_id: z.optional(z.uuid()),
});
export const checkoutReply = z.object({ url: z.string(), purchase_id: z.string() });
export type CheckoutReply = z.infer<typeof checkoutReply>;

export const purchaseStatuses = [
  'open',
  'paid',
  'refunded',
  'disputed',
  'cancelled',
  'failed',
  'expired',
] as const;
export type PurchaseStatus = (typeof purchaseStatuses)[number];

/** A purchase as its buyer sees it; also the body of `purchase:changed`. Amounts in the smallest unit. */
export const purchase = z.object({
  id: z.string(),
  status: z.enum(purchaseStatuses),
  pack: z.nullable(z.string()),
  credits: z.int(),
  amount_minor: z.int(),
  currency: z.string(),
  refunded_minor: z.int(),
  /** Credits taken back after a refund or a dispute. */
  taken_credits: z.int(),
  created_at: z.string(),
  paid_at: z.nullable(z.string()),
});
export type PublicPurchase = z.infer<typeof purchase>;
export const purchaseReply = z.object({ purchase });

/** The page that waits for a payment; `purchase` and `redirect` are its query. */
export const purchaseReturnPath = '/pricing/return';
