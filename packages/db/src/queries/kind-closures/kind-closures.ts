import { findKind, retiredKinds } from '@atelier/catalog';
import { preparedQuery, type Queryable } from '../../prepared.ts';

/** A kind that is closed, or open and announced to leave; or one that the catalog does not have any more. */
export type KindClosure = {
  kind: string;
  /** Time of the closing; null when the kind is still open. */
  closed_at: Date | null;
  /** A day, as 2026-12-31. */
  leaves_at: string | null;
  /** The first open kind among those that follow it. */
  successor: string | null;
  /** Text that users read. */
  note: string | null;
  /** Operator who closed it; null when the product did, or when it retired with its file. */
  operator_id: string | null;
  /** Why the product closed it; null when an operator did. */
  cause: 'unverified' | 'price_moved' | null;
};

const list = preparedQuery<KindClosure>(
  'list-kind-closures',
  'select kind, closed_at, leaves_at::text, successor, note, operator_id, cause from kind_closure order by kind',
);

/** Lists the closures in the table, and the retired kinds that are not in it. */
export async function listKindClosures(on: Queryable): Promise<KindClosure[]> {
  const rows = await list(on, []);
  const known = new Set(rows.map(({ kind }) => kind));
  for (const [kind, { successor }] of Object.entries(retiredKinds)) {
    if (known.has(kind)) continue;
    rows.push({
      kind,
      successor,
      closed_at: new Date(0),
      leaves_at: null,
      note: null,
      operator_id: null,
      cause: null,
    });
  }
  const byKind = new Map(rows.map((row) => [row.kind, row]));
  return rows.map((row) => ({ ...row, successor: openAfter(byKind, row.kind) }));
}

/** A successor may itself have been closed or removed since. A circle leads nowhere. */
function openAfter(byKind: ReadonlyMap<string, KindClosure>, kind: string): string | null {
  const seen = new Set([kind]);
  let next = byKind.get(kind)?.successor ?? null;
  while (next !== null && !seen.has(next)) {
    const closure = byKind.get(next);
    if (!closure?.closed_at) return findKind(next) ? next : null;
    seen.add(next);
    next = closure.successor;
  }
  return null;
}

/** Which kind follows one that is closed or gone. */
export async function findSuccessor(on: Queryable, kind: string): Promise<string | null> {
  const closures = await listKindClosures(on);
  return closures.find((each) => each.kind === kind)?.successor ?? null;
}

const save = preparedQuery(
  'save-kind-closure',
  `insert into kind_closure (kind, closed_at, leaves_at, successor, note, operator_id)
   values ($1, case when $2 then now() end, $3, $4, $5, $6)
   on conflict (kind) do update
      set closed_at = case when $2 then coalesce(kind_closure.closed_at, now()) end,
          leaves_at = excluded.leaves_at, successor = excluded.successor, note = excluded.note,
          operator_id = excluded.operator_id, cause = null, changed_at = now()`,
);

type Closing = Pick<KindClosure, 'kind' | 'leaves_at' | 'successor' | 'note'> & {
  isClosed: boolean;
  operatorId: string;
};

/** Closes a kind, or announces until when it is open; changes what was said before. */
export async function saveKindClosure(on: Queryable, closing: Closing): Promise<void> {
  const { kind, isClosed, leaves_at, successor, note, operatorId } = closing;
  await save(on, [kind, isClosed, leaves_at, successor, note, operatorId]);
}

const remove = preparedQuery<{ kind: string }>(
  'delete-kind-closure',
  'delete from kind_closure where kind = $1 returning kind',
);

/** Opens a kind again, or withdraws the announcement. Returns false when there was nothing to withdraw. */
export async function deleteKindClosure(on: Queryable, kind: string): Promise<boolean> {
  return (await remove(on, [kind])).length > 0;
}

const listOperators = preparedQuery<{ kind: string; operator_email: string | null }>(
  'list-closers',
  'select c.kind, u.email as operator_email from kind_closure c left join app_user u on u.id = c.operator_id',
);

/** The addresses of the operators who last changed what is said of each kind. */
export function listClosers(on: Queryable): Promise<{ kind: string; operator_email: string | null }[]> {
  return listOperators(on, []);
}

const listWaiting = preparedQuery<{ user_id: string; ids: string[] }>(
  'list-waiting-of-closed-kinds',
  `select g.user_id, array_agg(g.id) as ids
     from generation g join kind_closure c on c.kind = g.kind
    where g.status = 'waiting' and c.closed_at is not null
    group by g.user_id
    limit 1000`,
);

/** Lists waiting generations whose kind is closed. Uses generation_line, so its cost depends on what waits. */
export function listWaitingOfClosedKinds(on: Queryable): Promise<{ user_id: string; ids: string[] }[]> {
  return listWaiting(on, []);
}
