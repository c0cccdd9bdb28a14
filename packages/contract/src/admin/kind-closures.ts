import * as z from 'zod/mini';
import { storable } from '../storable.ts';
import { operatorReason } from './admin.ts';

/** `unverified`: what it costs and takes was not read at the provider yet. `price_moved`: it was, and has changed since. */
export const closureCauses = ['unverified', 'price_moved'] as const;

/** A kind that is closed, or open and announced to leave. */
const kindClosure = z.object({
  kind: z.string(),
  /** Nothing of it can be submitted. */
  is_closed: z.boolean(),
  closed_at: z.nullable(z.string()),
  /** The day on which it leaves, as 2026-12-31; null when none was announced. */
  leaves_at: z.nullable(z.string()),
  /** The open kind that follows it; null when none does. */
  successor: z.nullable(z.string()),
  /** Words of the operator for users. */
  note: z.nullable(z.string()),
  /** Why it is not open yet, or not any more, without an operator's act; null when an operator closed it. */
  cause: z.nullable(z.enum(closureCauses)),
});
export type KindClosure = z.infer<typeof kindClosure>;

/** `GET /api/kinds/closures`, without a sign-in; all other kinds are open. */
export const kindClosuresReply = z.object({ closures: z.array(kindClosure) });
export type KindClosuresReply = z.infer<typeof kindClosuresReply>;

export const kindParams = z.object({ kind: z.string().check(z.maxLength(100), storable) });

const closing = {
  reason: operatorReason,
  /** A kind of the same medium that is open. */
  successor: z._default(z.nullable(z.string().check(z.maxLength(100), storable)), null),
  /** Note that users read beside "is closed". */
  note: z._default(z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(300), storable)), null),
};

/** `POST /api/admin/kinds/{kind}/close`, `/announce` and `/open`. The reason is for the audit log. */
export const adminCloseKindBody = z.object(closing);
export type AdminCloseKind = z.infer<typeof adminCloseKindBody>;
export const adminAnnounceKindBody = z.object({ ...closing, leaves_at: z.iso.date() });
export const adminOpenKindBody = z.object({ reason: operatorReason });
/** `ended`: how many waiting generations of it were ended, their credits released. */
export const adminKindReply = z.extend(kindClosuresReply, { ended: z.int() });
