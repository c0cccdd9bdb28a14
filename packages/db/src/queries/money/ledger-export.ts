import { sql } from 'kysely';
import type { Db } from '../../connect.ts';
import type { HashedEntry } from './ledger-line-text.ts';
import { condition, type LedgerScope } from './ledger-list.ts';

const batchSize = 1_000;

export type LedgerHead = { id: number; hash: string };

/** The newest entry of an account, with which a whole export ends. Undefined when there is none. Uses ledger_entry_user. */
export async function findLedgerHead(db: Db, userId: string): Promise<LedgerHead | undefined> {
  const { rows } = await sql<LedgerHead>`
    select id, encode(hash, 'hex') as hash from ledger_entry e
     where e.user_id = ${userId} order by e.id desc limit 1`.execute(db.kysely);
  return rows[0];
}

/**
 * All entries in the scope, oldest first, as they were hashed; read in batches by id, so that neither side holds them
 * all. Entries are only ever added, so the batches belong together. Uses ledger_entry_user.
 */
export async function* readLedger(db: Pick<Db, 'kysely'>, scope: LedgerScope): AsyncGenerator<HashedEntry[]> {
  let afterId = 0;
  for (;;) {
    const { rows } = await sql<HashedEntry>`
      select e.id, to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at,
             e.user_id, e.kind, e.d_available, e.d_held, e.available_after, e.held_after, e.entry_key,
             e.generation_id, e.purchase_id, e.reason, e.actor,
             encode(e.prev_hash, 'hex') as prev_hash, encode(e.hash, 'hex') as hash
        from ledger_entry e where ${condition(scope)} and e.id > ${afterId}
       order by e.id limit ${batchSize}`.execute(db.kysely);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return;
    afterId = last.id;
  }
}
