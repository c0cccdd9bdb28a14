import { sql } from 'kysely';
import type { Db } from '../../connect.ts';
import type { GenerationRow } from '../../generation-row.ts';
import { inTransaction, type TransactionStep } from '../../transaction.ts';

export const reportActs = ['hide', 'keep', 'remove', 'restore'] as const;
export type ReportAct = (typeof reportActs)[number];

export type Decision = {
  generationId: string;
  act: ReportAct;
  /** The operator, as the audit log names them. */
  by: string;
  /** Reason for the owner and the reporters of a removal, and for the audit log. */
  note: string;
};

/**
 * Applies an operator's decision about a reported generation. `hide` takes its page out of sight and leaves the reports open;
 * `keep` ends them and shows it again; `remove` ends them and takes it down; `restore` takes a removal back. Acts of two
 * operators wait for each other at the row of the generation. Returns undefined when nothing of the kind is left to do.
 */
export function decideReports(
  db: Db,
  { generationId: id, act, by, note }: Decision,
  inSameTransaction: TransactionStep<GenerationRow>,
): Promise<GenerationRow | undefined> {
  return inTransaction(db, async (on, trx) => {
    const row = await trx
      .selectFrom('generation')
      .selectAll()
      .where('id', '=', id)
      .where(({ exists, selectFrom }) =>
        exists(selectFrom('report').select('id').where('generation_id', '=', id)),
      )
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!row) return undefined;
    const changed = await acts[act](trx, { id, by, note });
    if (changed === 0) return undefined;
    await inSameTransaction(on, row);
    return trx.selectFrom('generation').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  });
}

type Trx = Parameters<Parameters<typeof inTransaction<void>>[1]>[1];
type Given = { id: string; by: string; note: string };

const acts: Record<ReportAct, (trx: Trx, given: Given) => Promise<number>> = {
  hide: (trx, { id }) =>
    count(
      trx,
      sql`
      update share set hidden_at = now()
       where generation_id = ${id} and ended_at is null and hidden_at is null
         and exists (select from report where generation_id = ${id} and decided_at is null)`,
    ),
  async keep(trx, { id, by, note }) {
    await show(trx, id);
    return decide(trx, { id, by, note, from: sql`decided_at is null`, decision: 'kept' });
  },
  async remove(trx, { id, by, note }) {
    const removed = await count(
      trx,
      sql`
      update generation
         set taken_down_at = now(), taken_down_reason = ${note}, is_public = false, revision = revision + 1
       where id = ${id} and taken_down_at is null`,
    );
    if (removed === 0) return 0;
    await sql`update share set ended_at = least(now(), ends_at) where generation_id = ${id} and ended_at is null`.execute(
      trx,
    );
    await decide(trx, { id, by, note, from: sql`decided_at is null`, decision: 'removed' });
    return removed;
  },
  async restore(trx, { id, by, note }) {
    const restored = await count(
      trx,
      sql`
      update generation set taken_down_at = null, taken_down_reason = null, revision = revision + 1
       where id = ${id} and taken_down_at is not null`,
    );
    if (restored === 0) return 0;
    await show(trx, id);
    await decide(trx, { id, by, note, from: sql`decision = 'removed'`, decision: 'restored' });
    return restored;
  },
};

async function show(trx: Trx, id: string): Promise<void> {
  await sql`update share set hidden_at = null where generation_id = ${id} and hidden_at is not null`.execute(
    trx,
  );
}

function decide(
  trx: Trx,
  { id, by, note, from, decision }: Given & { from: ReturnType<typeof sql>; decision: string },
): Promise<number> {
  return count(
    trx,
    sql`
    update report set decision = ${decision}, decided_at = now(), decided_by = ${by}, note = ${note}
     where generation_id = ${id} and ${from}`,
  );
}

async function count(trx: Trx, statement: ReturnType<typeof sql>): Promise<number> {
  return Number((await statement.execute(trx)).numAffectedRows ?? 0);
}
