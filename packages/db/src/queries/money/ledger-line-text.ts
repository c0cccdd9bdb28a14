import { createHash } from 'node:crypto';

/** A ledger entry as it was hashed: whole numbers, ids as text, the moment with microseconds in UTC. */
export type HashedEntry = {
  id: number;
  created_at: string;
  user_id: string;
  kind: string;
  d_available: number;
  d_held: number;
  available_after: number;
  held_after: number;
  entry_key: string;
  generation_id: string | null;
  purchase_id: string | null;
  reason: string | null;
  actor: string;
  /** Hex. */
  prev_hash: string;
  hash: string;
};

/**
 * The actor in an export of an entry that an operator made. The hash covers the operator's id, so the content of such an
 * entry cannot be checked from the export, but its place in the chain and its balance can.
 */
export const hiddenActor = 'operator';

/** Previous hash of the first entry of an account. */
export const noHash = '00'.repeat(32);

/**
 * The hash of an entry, hex: SHA-256 over the 32 bytes of the one before and the fields as a JSON array in this order,
 * separated as PostgreSQL writes it. The same rule as ledger_entry_hash() in the migration 0006.
 */
export function hashLedgerEntry(entry: Omit<HashedEntry, 'hash'>): string {
  const fields = [
    entry.id,
    entry.user_id,
    entry.kind,
    entry.d_available,
    entry.d_held,
    entry.available_after,
    entry.held_after,
    entry.entry_key,
    entry.generation_id,
    entry.purchase_id,
    entry.reason,
    entry.actor,
    entry.created_at,
  ];
  const text = `[${fields.map((field) => JSON.stringify(field)).join(', ')}]`;
  return createHash('sha256').update(Buffer.from(entry.prev_hash, 'hex')).update(text).digest('hex');
}
