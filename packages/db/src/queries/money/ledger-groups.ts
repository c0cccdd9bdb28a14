import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../connect.ts';
import { isExchange } from './exchanged-holds.ts';
import { condition, type LedgerRow, type LedgerScope, linkedLines } from './ledger-list.ts';

/** A generation's hold and what became of it are one group; every other entry is a group of its own. */
export type LedgerGroup = {
  /** Sums of the entries. */
  d_available: number;
  d_held: number;
  /** Picture of the first result that may be shown; null when it has none. */
  poster_key: string | null;
  /** Oldest first. */
  lines: LedgerRow[];
};

type GroupedRow = LedgerRow & {
  group_id: number;
  group_available: number;
  group_held: number;
  group_poster: string | null;
};

const grouped = sql`('reserve', 'settle', 'release')`;
const endings = sql`('settle', 'release')`;

/**
 * One page of groups, newest first, and how many there are in all. Listed are the groups with at least one entry in the
 * scope, each with all of its entries. A group stays where its first entry in the scope is, so that the end of a
 * generation moves nothing. Uses ledger_entry_first and ledger_entry_kind, and ledger_entry_generation for the entries.
 */
export async function listLedgerGroups(
  db: Db,
  { page, pageSize, ...scope }: LedgerScope & { page: number; pageSize: number },
): Promise<{ groups: LedgerGroup[]; total: number }> {
  const first = firstInScope(scope);
  const [{ rows }, count] = await Promise.all([
    sql<GroupedRow>`
      with page_ids as (
        select e.id from ledger_entry e where ${first}
         order by e.id desc limit ${pageSize} offset ${(page - 1) * pageSize}
      ), first_entries as (
        select f.id, f.generation_id, f.kind from page_ids join ledger_entry f on f.id = page_ids.id
      ), members as (
        select f.id as group_id, l.* from first_entries f join ledger_entry l on l.id = f.id
         where f.kind not in ${grouped}
         union all
        select f.id, l.* from first_entries f join ledger_entry l on l.generation_id = f.generation_id
         where f.kind in ${grouped} and l.kind in ${grouped}
      ), entries as (
        select m.*, (sum(m.d_available) over same_group)::bigint as group_available,
               (sum(m.d_held) over same_group)::bigint as group_held,
               (select o.poster_key from output o join generation g on g.id = o.generation_id
                 where o.generation_id = m.generation_id and g.deleted_at is null and not o.is_flagged
                 order by o.position limit 1) as group_poster
          from members m window same_group as (partition by m.group_id)
      ) ${linkedLines} order by e.group_id desc, e.id`.execute(db.kysely),
    sql<{ total: number }>`select count(*) as total from ledger_entry e where ${first}`.execute(db.kysely),
  ]);
  return { groups: toGroups(rows), total: count.rows[0]?.total ?? 0 };
}

/**
 * The entries in the scope that are the first of their group in it. A generation has one entry of a kind at most besides
 * those by which its hold was exchanged; its first hold is always the first, and both endings of a partial result are written
 * at one moment.
 */
function firstInScope(scope: LedgerScope): RawBuilder<unknown> {
  const { userId, kind, from } = scope;
  const isExchanged = sql`e.id = any(array(
    select x.id from ledger_entry x where x.user_id = ${userId} and ${sql.raw(isExchange('x'))}))`;
  if (kind === 'reserve' || kind === 'release') return sql`${condition(scope)} and not ${isExchanged}`;
  if (kind) return condition(scope);
  const isFirst = sql`e.kind not in ${endings} and not ${isExchanged}`;
  if (!from) return sql`${condition(scope)} and ${isFirst}`;
  // Naming the account keeps the two look-ups within its own lines, whichever way they are planned.
  const wasHeldBefore = sql`
    e.kind in ${endings} and exists (
      select from ledger_entry h
       where h.user_id = ${userId} and h.generation_id = e.generation_id and h.kind = 'reserve'
         and h.created_at < ${from})
    and not exists (
      select from ledger_entry s
       where s.user_id = ${userId} and s.generation_id = e.generation_id and s.kind in ${grouped}
         and s.created_at >= ${from} and s.id < e.id)`;
  return sql`${condition(scope)} and (${isFirst} or ${wasHeldBefore})`;
}

/** The rows of a group follow each other. */
function toGroups(rows: readonly GroupedRow[]): LedgerGroup[] {
  const byId = new Map<number, LedgerGroup>();
  for (const { group_id, group_available, group_held, group_poster, ...line } of rows) {
    const group = byId.get(group_id);
    if (group) group.lines.push(line);
    else
      byId.set(group_id, {
        d_available: group_available,
        d_held: group_held,
        poster_key: group_poster,
        lines: [line],
      });
  }
  return [...byId.values()];
}
