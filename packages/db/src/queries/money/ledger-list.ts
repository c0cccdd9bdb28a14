import type { LedgerKind } from '@atelier/contract';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db } from '../../connect.ts';
import { preparedQuery, type Queryable } from '../../prepared.ts';
import type { LedgerEntry } from '../../schema.gen.ts';
import { isExchange } from './exchanged-holds.ts';

/** `from` is the first moment, `to` the first one after. */
export type LedgerScope = {
  userId: string;
  kind?: LedgerKind;
  from?: Date;
  to?: Date;
  generationId?: string;
};

export type LedgerRow = Selectable<LedgerEntry> & {
  generation_kind: string | null;
  generation_medium: string | null;
  generation_status: string | null;
  generation_prompt: string | null;
  generation_is_deleted: boolean | null;
  /** Name of the API key that paid for the generation. */
  key_name: string | null;
  key_ending: string | null;
  purchase_pack: string | null;
  purchase_status: string | null;
  actor_email: string | null;
};

/** The columns of `entries` with what each belongs to, in no order. Texts of deleted generations stay behind. */
export const linkedLines = sql`
  select e.*, g.kind as generation_kind, g.medium as generation_medium, g.status as generation_status,
         case when g.deleted_at is null then left(g.prompt, 100) else '' end as generation_prompt,
         g.deleted_at is not null as generation_is_deleted, k.name as key_name, k.ending as key_ending,
         p.pack as purchase_pack, p.status as purchase_status, o.email as actor_email
    from entries e
    left join generation g on g.id = e.generation_id
    left join api_key k on k.id = g.api_key_id
    left join purchase p on p.id = e.purchase_id
    left join app_user o on e.actor = 'operator:' || o.id::text`;

/** One page, newest first, and how many lines there are in all. Uses ledger_entry_user. */
export async function listLedger(
  db: Db,
  { page, pageSize, ...scope }: LedgerScope & { page: number; pageSize: number },
): Promise<{ rows: LedgerRow[]; total: number }> {
  const where = condition(scope);
  const [{ rows }, count] = await Promise.all([
    sql<LedgerRow>`
      with entries as (
        select * from ledger_entry e where ${where}
         order by e.id desc limit ${pageSize} offset ${(page - 1) * pageSize}
      ) ${linkedLines} order by e.id desc`.execute(db.kysely),
    sql<{ total: number }>`select count(*) as total from ledger_entry e where ${where}`.execute(db.kysely),
  ]);
  return { rows, total: count.rows[0]?.total ?? 0 };
}

/** All lines of one generation, oldest first. Uses ledger_entry_generation. */
export async function listGenerationEntries(db: Db, generationId: string): Promise<LedgerRow[]> {
  const { rows } = await sql<LedgerRow>`
    with entries as (select * from ledger_entry where generation_id = ${generationId})
    ${linkedLines} order by e.id`.execute(db.kysely);
  return rows;
}

export function condition({ userId, kind, from, to, generationId }: LedgerScope): RawBuilder<unknown> {
  const parts = [sql`e.user_id = ${userId}`];
  if (kind) parts.push(sql`e.kind = ${kind}`);
  if (from) parts.push(sql`e.created_at >= ${from}`);
  if (to) parts.push(sql`e.created_at < ${to}`);
  if (generationId) parts.push(sql`e.generation_id = ${generationId}`);
  return sql.join(parts, sql` and `);
}

/** Credits of a generation that were released or refunded: in total, and the last time with its reason. */
export type ReturnedCredits = {
  generation_id: string;
  credits: number;
  returned_at: Date;
  reason: string | null;
};

const listReturned = preparedQuery<ReturnedCredits>(
  'list-returned-credits',
  `select distinct on (e.generation_id) e.generation_id, e.created_at as returned_at,
          coalesce(g.refund_reason, e.reason) as reason,
          (sum(e.d_available) over (partition by e.generation_id))::bigint as credits
     from ledger_entry e join generation g on g.id = e.generation_id
    where e.generation_id = any($1) and e.kind in ('release', 'refund') and not ${isExchange('e')}
    order by e.generation_id, e.id desc`,
);

/** One for each of the generations of which credits came back. Uses ledger_entry_generation. */
export function listReturnedCredits(on: Queryable, ids: readonly string[]): Promise<ReturnedCredits[]> {
  return listReturned(on, [ids]);
}
