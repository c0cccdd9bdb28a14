import type { TestStore } from './test-store.ts';

/** What a user's requests left in the database. */
export async function countRows(store: TestStore, userId: string) {
  const { rows } = await store.owner.pool.query<Record<'generations' | 'reserves' | 'keys', number>>(
    `select (select count(*)::int from generation where user_id = $1) as generations,
            (select count(*)::int from ledger_entry where user_id = $1 and kind = 'reserve') as reserves,
            (select count(*)::int from idempotency_key where user_id = $1) as keys`,
    [userId],
  );
  return rows[0];
}
