import * as z from 'zod/mini';

/** Verdicts of the provider that are about our account, itself or a model. Stored, so each keeps its meaning. */
export const breakerCodes = [
  'account_locked',
  'key_refused',
  'model_gone',
  'busy',
  'unreachable',
  'unanswered',
  'model_failing',
] as const;

const breaker = z.object({
  /** `account`, `provider`, or `kind:` and the id of a kind. */
  subject: z.string(),
  /** `open`: nothing of it is submitted. `ramping`: it takes work again, and what waits starts step by step. */
  state: z.enum(['open', 'ramping']),
  code: z.enum(breakerCodes),
  /** The provider's own words. */
  detail: z.nullable(z.string()),
  /** Verdicts in a row. */
  failures: z.int(),
  /** Time of the first of them. */
  since: z.iso.datetime(),
  /** When it is tried next; null while it ramps. */
  probe_at: z.nullable(z.iso.datetime()),
});
export type AdminBreaker = z.infer<typeof breaker>;

/** `GET /api/admin/breakers`: why the provider's work is held back, the account first. `waiting`: generations in all lines. */
export const adminBreakersReply = z.object({ data: z.array(breaker), waiting: z.int() });
export type AdminBreakersReply = z.infer<typeof adminBreakersReply>;
