import * as z from 'zod/mini';

const kind = z.string().check(z.maxLength(60));
const maxCredits = z.int().check(z.gte(0));

/** Wish of a submission while its model is down: nothing but that model, to be asked, or another kind up to a price. */
export const ifDown = z.union([z.enum(['wait', 'ask']), z.object({ kind, max_credits: maxCredits })]);
export type IfDown = z.infer<typeof ifDown>;

/** The same as a generation has it, unless it waits for its model alone. Without a kind its owner is asked. */
export const standInConsent = z.object({ kind: z.nullable(z.string()), max_credits: z.nullable(z.int()) });
export type StandInConsent = z.infer<typeof standInConsent>;

/** `POST /api/generations/:id/stand-in`: the kind that is to make it instead, at no more than this price. */
export const standInBody = z.object({ kind, max_credits: maxCredits });
export type StandInBody = z.infer<typeof standInBody>;

/** `GET /api/generations/:id/stand-in`. */
export const standInReply = z.object({
  /** Kind that could make it now, and its price; null when its model is not down, or none could. */
  offer: z.nullable(z.object({ kind: z.string(), credits: z.int() })),
});
export type StandInReply = z.infer<typeof standInReply>;
