import * as z from 'zod/mini';
import { medium } from '../generation/medium.ts';

const price = z.object({
  cost_credits: z.int(),
  /** The options that this price is for, by field. Empty when no option changes it. */
  settings: z.record(z.string(), z.unknown()),
});

/** Numbers of whole results that a pack pays for, with the kind's default and with its cheapest settings. */
const purchasingPower = z.object({
  kind: z.string(),
  medium,
  usual_count: z.int(),
  lowest_count: z.int(),
});

/** Keys of sentences that the web client has in every language. */
export const refundRules = ['failed_is_free', 'partial_pays_delivered', 'price_is_locked'] as const;

/** `GET /api/pricing`, without a sign-in. Amounts are in the currency's smallest unit. */
export const pricingReply = z.object({
  packs: z.array(
    z.object({
      id: z.string(),
      credits: z.int(),
      amount_minor: z.int(),
      currency: z.string(),
      buys: z.array(purchasingPower),
    }),
  ),
  kinds: z.array(z.object({ id: z.string(), medium, usual: price, lowest: price })),
  refund_rules: z.array(z.enum(refundRules)),
  /** `test`: no money is charged. `none`: nothing can be bought on this server. */
  checkout: z.enum(['stripe', 'test', 'none']),
});
export type PricingReply = z.infer<typeof pricingReply>;
