import * as z from 'zod/mini';

/** Hashes of a path, base64url; how they are used is in docs/ledger-checkpoints.md. */
const path = z.array(z.string());

/** Proof that an account is in a signed checkpoint. */
const accountProof = {
  /** Number of the checkpoint, and when it was made. */
  number: z.int(),
  time: z.string(),
  /** The checkpoint as a JSON Web Signature (RFC 7515), verifiable with /.well-known/jwks.json. */
  checkpoint: z.string(),
  account: z.object({
    /** The pseudonym of the user in all checkpoints. */
    account: z.string(),
    position: z.int(),
    /** How many entries the account had, and the hash of the newest, hex. */
    entries: z.int(),
    head: z.string(),
    path,
  }),
};

/** Proof that entries are in it, with the hashed parts of each: `npm run ledger:verify` and verify-receipt.mjs check it. */
export const receiptProof = z.object({
  ...accountProof,
  path,
  entries: z.array(
    z.object({
      /** Index among the entries of the account, from 0. */
      position: z.int(),
      id: z.int(),
      created_at: z.string(),
      user_id: z.string(),
      kind: z.string(),
      d_available: z.int(),
      d_held: z.int(),
      available_after: z.int(),
      held_after: z.int(),
      entry_key: z.string(),
      generation_id: z.nullable(z.string()),
      purchase_id: z.nullable(z.string()),
      reason: z.nullable(z.string()),
      /** `operator` hides which one. */
      actor: z.string(),
      prev_hash: z.string(),
      hash: z.string(),
    }),
  ),
});

const checkpointNumber = z.coerce.number().check(z.int(), z.gte(0), z.lte(2_147_483_647));

/** `GET /.well-known/ledger/checkpoints`: oldest first, from a number on. */
export const checkpointsQuery = z.object({ from: z._default(checkpointNumber, 0) });

const logHead = z.object({ number: z.int(), log_root: z.string() });

/** A signed root over the ledger of all accounts. */
export const ledgerCheckpoint = z.object({
  number: z.int(),
  time: z.string(),
  accounts: z.int(),
  /** The root of the tree over all accounts, and the one of the log up to this checkpoint, base64url. */
  root: z.string(),
  log_root: z.string(),
  /**
   * Restoration of the database from a backup: the head of the log that it had then, and the newest that was published.
   * Entries of the checkpoints between them may be lost.
   */
  restored: z.nullable(z.object({ to: z.nullable(logHead), published: logHead })),
  /** The whole checkpoint as a JSON Web Signature. */
  signed: z.string(),
});

/** `next`: the `from` of the next page; null on the last one. */
export const checkpointsReply = z.object({ data: z.array(ledgerCheckpoint), next: z.nullable(z.int()) });

/** `GET /.well-known/ledger/log`: that the log up to `to`, or to the newest checkpoint, extends the log up to `from`. */
export const logQuery = z.object({ from: checkpointNumber, to: z.optional(checkpointNumber) });

export const logReply = z.object({
  /** The later checkpoint as a JSON Web Signature. */
  checkpoint: z.string(),
  from: z.int(),
  inclusion: path,
  consistency: path,
  /** Checkpoints that say that the database was restored after `from`, with the path of each in the log. */
  restores: z.array(z.object({ checkpoint: z.string(), inclusion: path })),
});
export type LedgerCheckpoint = z.infer<typeof ledgerCheckpoint>;
