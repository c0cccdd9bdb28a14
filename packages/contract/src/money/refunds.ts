import * as z from 'zod/mini';
import { maxRefundReasonLength } from './refund-limits.ts';

/** Body of `POST /api/wan/refundCredits`. Without a usable `request_id` the answer is cannot_refund. */
export const refundCreditsBody = z.looseObject({
  request_id: z.optional(z.unknown()),
  // PostgreSQL takes no NUL in a text, nor half of a surrogate pair.
  reason: z.optional(
    z.string().check(
      z.maxLength(maxRefundReasonLength),
      z.refine((text) => text.isWellFormed() && !text.includes('\u0000'), 'invalid_characters'),
    ),
  ),
  manual_refund: z.optional(z.boolean()),
});

/**
 * `refunded`: this call gave the credits back. `duplicate_attempt`: they had come back before, by an earlier call or by
 * themselves; `refund_amount` is the amount returned then.
 */
export const refundCreditsReply = z.object({
  success: z.literal(true),
  refund_status: z.enum(['refunded', 'duplicate_attempt']),
  data: z.object({
    request_id: z.string(),
    refund_amount: z.int(),
    refunded_at: z.string(),
    reason: z.nullable(z.string()),
  }),
  message: z.string(),
});
export type RefundCreditsReply = z.infer<typeof refundCreditsReply>;
