import * as z from 'zod/mini';

/** Why a delivery to the user's server failed; the page translates by these. */
const webhookProblems = [
  'address_not_allowed',
  'name_not_found',
  'connection_failed',
  'certificate_invalid',
  'timeout',
  'redirect',
  'bad_status',
  'gone',
  'internal_error',
] as const;
export type WebhookProblem = (typeof webhookProblems)[number];

/** One message about the end of one generation. `url` without its query, which may hold a secret. */
export const webhookDelivery = z.object({
  id: z.string(),
  generation_id: z.string(),
  url: z.string(),
  state: z.enum(['waiting', 'delivered', 'given_up']),
  attempts: z.int(),
  last_status: z.nullable(z.int()),
  last_problem: z.nullable(z.enum(webhookProblems)),
  created_at: z.string(),
  delivered_at: z.nullable(z.string()),
  /** Time of the next attempt; null unless the delivery is waiting. */
  next_attempt_at: z.nullable(z.string()),
});
export type PublicWebhookDelivery = z.infer<typeof webhookDelivery>;

export const webhookDeliveriesReply = z.object({ data: z.array(webhookDelivery) });
export type WebhookDeliveriesReply = z.infer<typeof webhookDeliveriesReply>;

export const webhookDeliveryReply = z.object({ delivery: webhookDelivery });

/** The public keys of our signatures, as a JSON Web Key Set. */
export const keySetReply = z.object({
  keys: z.array(
    z.object({
      kty: z.literal('OKP'),
      crv: z.literal('Ed25519'),
      x: z.string(),
      kid: z.string(),
      use: z.literal('sig'),
      alg: z.literal('EdDSA'),
    }),
  ),
});
