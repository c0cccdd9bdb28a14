import * as z from 'zod/mini';

const kind = z.string().check(z.maxLength(60));
const maxCredits = z.int().check(z.gte(0));

/** Consent to another kind while the model of the first is down: to be asked first, or at no more than `max_credits`. */
export const standInConsent = z.union([z.literal('ask'), z.object({ kind, max_credits: maxCredits })]);
export type StandInConsent = z.infer<typeof standInConsent>;

/** What a submission wants while its model is down. `wait`: nothing but that model. */
export const ifDown = z.union([z.literal('wait'), standInConsent]);
export type IfDown = z.infer<typeof ifDown>;

/** `POST /api/generations/:id/stand-in`: the kind that is to make it instead, at no more than this price. */
export const standInBody = z.object({ kind, max_credits: maxCredits });
export type StandInBody = z.infer<typeof standInBody>;

/** `GET /api/generations/:id/stand-in`. */
export const standInReply = z.object({
  /** Kind that could make it now, and its price; null when its model is not down, or none could. */
  offer: z.nullable(z.object({ kind: z.string(), credits: z.int() })),
});
export type StandInReply = z.infer<typeof standInReply>;
