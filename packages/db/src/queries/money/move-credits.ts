import { sql } from 'kysely';
import type { Db } from '../../connect.ts';
import type { Balance } from './balance.ts';

export type CreditMove = {
  userId: string;
  /** `purchase` also marks the user as having paid. */
  kind: 'grant' | 'purchase' | 'refund' | 'adjustment';
  /** Added to what is available; negative only for an adjustment. */
  credits: number;
  /** Unique for ever: the same movement cannot be booked twice. */
  entryKey: string;
  reason: string | null;
  /** `system`, or `operator:<user id>`. */
  actor: string;
  generationId?: string;
  purchaseId?: string;
};

export type Moved = Balance & { entry_id: number };

/**
 * Changes the balance by one ledger entry, in one statement. Undefined: less than that is available, nothing was
 * changed. Throws a unique violation (23505) when the key is booked already. A refund also returns to the total budget of
 * the API key that paid, whose row is locked before the account's, as everywhere.
 */
export async function moveCredits(on: Db['kysely'], move: CreditMove): Promise<Moved | undefined> {
  const { rows } = await sql<Moved>`
    with payer as (
      update api_key k set spent = greatest(k.spent - ${move.credits}, 0)
        from generation g
       where g.id = ${move.kind === 'refund' ? (move.generationId ?? null) : null}::uuid and k.id = g.api_key_id
      returning k.id
    ), account as (
      update credit_account
         set available = available + ${move.credits}, revision = revision + 1,
             has_ever_paid = has_ever_paid or ${move.kind === 'purchase'}
        from (select count(*) from payer) as payer_first
       where user_id = ${move.userId} and available + ${move.credits} >= 0
       returning available, held, has_ever_paid, revision
    ), entry as (
      insert into ledger_entry (user_id, kind, d_available, d_held, available_after, held_after, entry_key,
                                generation_id, purchase_id, reason, actor)
      select ${move.userId}, ${move.kind}, ${move.credits}, 0, account.available, account.held, ${move.entryKey},
             ${move.generationId ?? null}, ${move.purchaseId ?? null}, ${move.reason}, ${move.actor}
        from account
      returning id
    )
    select account.*, entry.id as entry_id from account, entry`.execute(on);
  return rows[0];
}
