import * as z from 'zod/mini';
import { generation } from '../generation/generation.ts';
import { purchase } from '../money/checkout.ts';
import { ledgerCheckpoint } from '../money/checkpoints.ts';
import { ledgerLine } from '../money/credits.ts';
import { storable } from '../storable.ts';

/** `GET /api/admin/users`: `search` is a part of the address, or the id of the user or of one of their generations. */
export const adminUsersQuery = z.object({
  search: z._default(z.string().check(z.maxLength(200), storable), ''),
  page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000)), 1),
  pageSize: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 20),
});

export const adminUser = z.object({
  id: z.string(),
  email: z.string(),
  name: z.nullable(z.string()),
  created_at: z.string(),
  has_ever_paid: z.boolean(),
  available: z.int(),
  held: z.int(),
  running: z.int(),
  /** Credits of refunded or disputed payments that were spent already. */
  owed: z.int(),
  /** When an operator locked the account. */
  locked_at: z.nullable(z.string()),
});
export type AdminUser = z.infer<typeof adminUser>;
export const adminUsersReply = z.object({
  data: z.array(adminUser),
  total: z.int(),
  page: z.int(),
  totalPages: z.int(),
});

const adminPurchase = z.extend(purchase, { owed_credits: z.int() });
const adminLedgerLine = z.extend(ledgerLine, {
  /** The address of the operator who made the line. */
  actor_email: z.nullable(z.string()),
});

const adminAccount = z.object({
  locked_at: z.nullable(z.string()),
  lock_reason: z.nullable(z.string()),
  /** Its owner asked for its erasure; `erased_at`: it is done. */
  closed_at: z.nullable(z.string()),
  erased_at: z.nullable(z.string()),
  /** Browsers that are signed in, and API keys that work. */
  session_count: z.int(),
  key_count: z.int(),
});
export type AdminAccount = z.infer<typeof adminAccount>;

/** The newest 50 lines, 20 generations and 20 purchases; older lines by `GET /api/admin/users/:id/ledger`. */
export const adminUserReply = z.object({
  user: adminUser,
  account: adminAccount,
  daily_cap_credits: z.nullable(z.int()),
  ledger: z.array(adminLedgerLine),
  generations: z.array(generation),
  purchases: z.array(adminPurchase),
});
export type AdminUserReply = z.infer<typeof adminUserReply>;

export const adminLedgerReply = z.object({
  data: z.array(adminLedgerLine),
  total: z.int(),
  page: z.int(),
  totalPages: z.int(),
});

/** Why an operator must look at an event of a payment. */
const paymentProblems = [
  /** Names no purchase of this database, and a payment not even what was sold. */
  'unknown_purchase',
  /** A payment for an account that does not exist here, or was erased. */
  'unknown_account',
  /** A payment that does not say the same as the pack that it names. */
  'not_as_sold',
  /** A payment of another amount or currency than its purchase. */
  'wrong_amount',
  /** Credits were granted to an account that its owner has closed. */
  'closed_account',
  /** The money of a refund came back, while its credits stay taken. */
  'refund_failed',
] as const;
export type PaymentProblem = (typeof paymentProblems)[number];

const openPaymentEvent = z.object({
  /** The payment provider's names of the event and of the payment. */
  id: z.string(),
  type: z.string(),
  payment_intent: z.nullable(z.string()),
  problem: z.enum(paymentProblems),
  /** Account that the event names; it may not exist here. */
  user_id: z.nullable(z.string()),
  email: z.nullable(z.string()),
  amount_minor: z.nullable(z.int()),
  currency: z.nullable(z.string()),
  received_at: z.string(),
});

/**
 * `GET /api/admin/owed`: returned payments whose credits were spent already, and events of payments that had no effect or
 * one that needs an operator; oldest first.
 */
export const adminOwedReply = z.object({
  data: z.array(z.extend(adminPurchase, { user_id: z.string(), email: z.string() })),
  payment_events: z.array(openPaymentEvent),
});
export type AdminOwedReply = z.infer<typeof adminOwedReply>;

/** Kept in the ledger permanently and shown to the user. May not be a formula, because exports are opened in spreadsheets. */
export const operatorReason = z
  .string()
  .check(z.trim(), z.minLength(3), z.maxLength(500), z.regex(/^[^=+\-@]/), storable);

/**
 * `POST /api/admin/credits`. A grant or refund adds, an adjustment adds or takes. `request_id` makes a repetition
 * harmless: the same one is booked once.
 */
export const adminCreditsBody = z.object({
  user_id: z.uuid(),
  kind: z.enum(['grant', 'adjustment', 'refund']),
  credits: z.int().check(
    z.gte(-1_000_000_000),
    z.lte(1_000_000_000),
    z.refine((credits) => credits !== 0),
  ),
  reason: operatorReason,
  request_id: z.uuid(),
});
export const adminCreditsReply = z.object({ entry_id: z.int(), available: z.int(), held: z.int() });

/** `POST /api/admin/payment-events/:id/settle`: an operator has dealt with it. */
export const paymentEventParams = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(255), storable),
});
export const adminSettleBody = z.object({ reason: operatorReason });

/** `POST /api/admin/generations/:id/…`. With the same `request_id` a retry makes one new generation, not two. */
export const adminReasonBody = z.object({ reason: operatorReason, request_id: z.optional(z.uuid()) });
export const adminGenerationReply = z.object({
  /** `woken`: it is running and is checked again. `resubmitted`: a new one with the same input, paid by its owner. */
  action: z.enum(['woken', 'resubmitted', 'failed', 'refunded']),
  generation,
});

/** `POST /api/admin/ledger/checkpoints`: one now, besides the daily ones. */
export const adminCheckpointBody = z.object({ reason: operatorReason });
export const adminCheckpointReply = z.object({ checkpoint: ledgerCheckpoint });

/** `POST /api/admin/users/:id/…`: lock, unlock, end-sessions, revoke-keys. The user reads the reason of a lock. */
export const adminAccountBody = z.object({ reason: operatorReason });
export const adminAccountReply = z.object({
  account: adminAccount,
  /** How many sessions were ended or keys revoked; 1 for a lock and its end. */
  changed: z.int(),
});
