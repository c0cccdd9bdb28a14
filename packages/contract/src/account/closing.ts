import * as z from 'zod/mini';

/** Body of `POST /api/user/close`. The owner types their own address, so that nothing closes by a slip. */
export const closeAccountBody = z.object({ email: z.string().check(z.maxLength(320)) });

/** A closed account. `statement_token` opens `GET /api/erasures/{token}`, also after the account is gone. */
const closing = z.object({
  closed_at: z.string(),
  /** When the account will be erased. */
  erased_at: z.string(),
  statement_token: z.string(),
});
export const closeAccountReply = closing;
export type CloseAccountReply = z.infer<typeof closeAccountReply>;

/** `closing` is null for an open account; `erasure_days` is the time its owner would have to change their mind. */
export const closingReply = z.object({ closing: z.nullable(closing), erasure_days: z.int() });
export type ClosingReply = z.infer<typeof closingReply>;

export const keepAccountReply = z.object({ success: z.literal(true) });

/** Numbers of what an erasure removed: files, rows of tables, and rows that stay without their personal part. */
const erasedCounts = z.record(z.string(), z.int());

/**
 * States what was erased and when, without personal data. `account` is the id under which ledger and purchases stay; `issuer`
 * is the address of the deployment.
 */
export const erasureStatement = z.object({
  type: z.literal('atelier.erasure.v1'),
  issuer: z.string(),
  account: z.string(),
  pseudonym: z.string(),
  requested_at: z.string(),
  started_at: z.string(),
  erased_at: z.string(),
  erased: erasedCounts,
  forfeited_credits: z.int(),
  /** Rows that stay without personal data, because accounts must be kept. */
  kept: z.record(z.string(), z.int()),
  /** Data that this deployment cannot reach. */
  not_covered: z.array(z.string()),
});
export type ErasureStatement = z.infer<typeof erasureStatement>;

export const erasureParams = z.object({ token: z.string().check(z.regex(/^[\w-]{43}$/)) });

export const erasureReply = z.object({
  /** `closed`: the owner may still keep the account; `kept`: they did; `erasing`: it has begun and cannot be stopped. */
  state: z.enum(['closed', 'kept', 'erasing', 'erased']),
  requested_at: z.string(),
  /** When it was or will be erased. */
  erased_at: z.string(),
  statement: z.nullable(erasureStatement),
  /** The statement as a JSON Web Signature (RFC 7515), verifiable with /.well-known/jwks.json; null when no key is set. */
  signed_statement: z.nullable(z.string()),
});
export type ErasureReply = z.infer<typeof erasureReply>;
