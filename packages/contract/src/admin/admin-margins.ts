import * as z from 'zod/mini';

/** Codes of mismatches between fal's bills and our prices. Stored, so each keeps its meaning. */
export const costFindingCodes = [
  'under_rule',
  'price_raised',
  'unknown_bill',
  'missing_bill',
  'balance_low',
] as const;
export type CostFindingCode = (typeof costFindingCodes)[number];

export const marginWindows = ['day', 'week', 'month'] as const;

export const adminMarginsQuery = z.object({
  /** The last 24 hours, 7 or 30 days. */
  window: z._default(z.enum(marginWindows), 'week'),
});

/** Amounts are whole millionths of a US dollar. */
const margin = {
  generations: z.int(),
  /** Credits that were charged and not refunded. */
  credits: z.int(),
  /** Value of these credits at the price at which their account had last bought some. */
  earned_micro_usd: z.int(),
  cost_micro_usd: z.int(),
  /** The part of the cost that is estimated from the catalog, because there is no bill. */
  estimated_micro_usd: z.int(),
};

/** `name` is null in the group of requests that are unknown here. */
const group = z.object({ name: z.nullable(z.string()), ...margin });
export type MarginGroupReply = z.infer<typeof group>;

const worst = z.object({
  generation_id: z.string(),
  user_id: z.string(),
  kind: z.string(),
  ended_at: z.string(),
  request_ids: z.array(z.string()),
  credits: z.int(),
  earned_micro_usd: z.int(),
  cost_micro_usd: z.int(),
});

const claim = z.object({
  request_id: z.string(),
  endpoint: z.string(),
  kind: z.nullable(z.string()),
  generation_id: z.nullable(z.string()),
  finished_at: z.string(),
  /** Decimals, in the unit of the endpoint and in dollars for each; null without a bill. */
  units: z.nullable(z.string()),
  unit_price: z.nullable(z.string()),
  cost_micro_usd: z.int(),
  /** Where the cost is from: fal's bill, the units of the result, or an estimate. */
  source: z.enum(['rule', 'header', 'event']),
  /** An error code, or `refunded`, `cancelled`, `superseded` or `unknown`. */
  reason: z.string(),
});
export type CostClaim = z.infer<typeof claim>;

const finding = z.object({
  code: z.enum(costFindingCodes),
  /** A kind, an endpoint, or empty. */
  subject: z.string(),
  /** Kind of the subject, if it has one. */
  kind: z.nullable(z.string()),
  details: z.record(z.string(), z.union([z.string(), z.number()])),
  found_at: z.string(),
});
export type CostFinding = z.infer<typeof finding>;

const balance = z.object({
  balance_micro_usd: z.int(),
  read_at: z.string(),
  /** Costs of the last 24 hours. */
  day_micro_usd: z.int(),
  /** When the balance is used up at this pace; null when nothing was paid. */
  empty_at: z.nullable(z.string()),
});

/** `GET /api/admin/margins`: earnings, and fal's charges for them. */
export const adminMarginsReply = z.object({
  total: z.object(margin),
  kinds: z.array(group),
  /** All days of the period (UTC, such as 2026-12-31), the oldest first. */
  days: z.array(group),
  /** Groups by the pack that the credits were bought in: `none` for accounts that bought nothing, `other` without a pack. */
  packs: z.array(group),
  /** The 20 users with the smallest margin, by id. */
  users: z.array(group),
  /** The ten generations that lost the most. */
  worst: z.array(worst),
  /** The newest 50 requests that cost something and were not delivered or were refunded. */
  claims: z.array(claim),
  findings: z.array(finding),
  /** Credits at fal; null when they were not read within a day, as without a key for bills. */
  balance: z.nullable(balance),
});
export type AdminMarginsReply = z.infer<typeof adminMarginsReply>;
