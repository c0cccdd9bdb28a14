import { sql } from 'kysely';
import type { Db } from '../../connect.ts';
import type { ErasureRow } from '../users/account-closing.ts';
import { advanceErasure, type ErasedCounts, type Trx } from './erasure-steps.ts';

/** Makes the statement of the counts at the end; see erasureStatement in packages/contract/src/account/closing.ts. */
type MakeStatement = (
  erasure: ErasureRow,
  end: { kept: ErasedCounts; erasedAt: Date },
) => { statement: object; signed: string | null };

/** The end of an erasure: its statement and its event in the audit log. Returns undefined when it was already finished. */
export async function finishErasure(
  db: Db,
  { id }: Pick<ErasureRow, 'id'>,
  makeStatement: MakeStatement,
): Promise<ErasureRow | undefined> {
  return advanceErasure(db, { id, step: 'statement' }, async (trx, erasure) => {
    const { user_id } = erasure;
    await sql`
      insert into audit_event (name, actor, user_id, details)
      values ('account_erased', 'system', ${user_id}, ${JSON.stringify({ erasure_id: id })})`.execute(trx);
    const { erased_at: erasedAt, ...kept } = await countKept(trx, user_id);
    const { statement, signed } = makeStatement(erasure, { kept, erasedAt });
    return {
      erased: {},
      isDone: true,
      changes: {
        finished_at: erasedAt,
        statement: JSON.stringify(statement),
        signed_statement: signed,
      },
    };
  });
}

/** The rows that stay, without personal data, and the time. */
async function countKept(trx: Trx, userId: string): Promise<{ erased_at: Date } & Record<Kept, number>> {
  const { rows } = await sql<{ erased_at: Date } & Record<Kept, number>>`
    select now() as erased_at,
           (select count(*) from ledger_entry where user_id = ${userId}) as ledger_entry,
           (select count(*) from purchase where user_id = ${userId}) as purchase,
           (select count(*) from payment_event e join purchase p on p.id = e.purchase_id
             where p.user_id = ${userId}) as payment_event,
           (select count(*) from generation where user_id = ${userId}) as generation,
           (select count(*) from audit_event where user_id = ${userId}) as audit_event`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error('A count without a row');
  return row;
}

type Kept = 'ledger_entry' | 'purchase' | 'payment_event' | 'generation' | 'audit_event';

/** Lists those of the ids that are generations of this user. */
export async function listOwnIds(db: Db, userId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from generation where id = any(${[...ids]}) and user_id = ${userId}`.execute(db.kysely);
  return rows.map(({ id }) => id);
}
