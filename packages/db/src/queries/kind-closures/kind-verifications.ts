import { preparedQuery, type Queryable } from '../../prepared.ts';

type Sold = { kind: string; endpoint: string };

/** Why a kind that its file does not verify may be sold. */
export type KindVerification = Sold & {
  verified_by: 'check' | 'operator';
  /** A day, as 2026-12-31. */
  verified_on: string;
  /** Documents that the check compared; null when an operator's word is all there is. */
  schema: string | null;
  price: string | null;
  operator_email: string | null;
  reason: string | null;
};

const list = preparedQuery<KindVerification>(
  'list-kind-verifications',
  `select v.kind, v.endpoint, v.verified_by, v.verified_on::text, v.schema, v.price, u.email as operator_email, v.reason
     from kind_verification v left join app_user u on u.id = v.operator_id
    order by v.kind`,
);

export function listKindVerifications(on: Queryable): Promise<KindVerification[]> {
  return list(on, []);
}

const close = preparedQuery<{ kind: string }>(
  'close-unverified-kinds',
  `insert into kind_closure (kind, closed_at, cause)
   select u.kind, now(), 'unverified'
     from unnest($1::text[], $2::text[]) as u (kind, endpoint)
    where not exists (
            select from kind_verification v where v.kind = u.kind and v.endpoint = u.endpoint)
    order by u.kind
   on conflict (kind) do update
      set closed_at = now(), cause = 'unverified', changed_at = now()
    where kind_closure.closed_at is null
   returning kind`,
);

/** Closes those of unverified kinds that nothing in the database verifies. Returns the kinds that it closed. */
export async function closeUnverifiedKinds(on: Queryable, unverified: readonly Sold[]): Promise<string[]> {
  const rows = await close(on, [
    unverified.map(({ kind }) => kind),
    unverified.map(({ endpoint }) => endpoint),
  ]);
  return rows.map(({ kind }) => kind);
}

const open = preparedQuery<{ kind: string }>(
  'open-verified-kinds',
  `with announced as (
     update kind_closure set closed_at = null, cause = null, changed_at = now()
      where kind = any($1::text[]) and cause is not null and leaves_at is not null and operator_id is not null
      returning kind),
   deleted as (
     delete from kind_closure
      where kind = any($1::text[]) and cause is not null and (leaves_at is null or operator_id is null)
      returning kind)
   select kind from announced union all select kind from deleted`,
);

/** Opens those of the kinds that the product closed; the closings of operators stay. Returns the kinds that it opened. */
export async function openVerifiedKinds(on: Queryable, kinds: readonly string[]): Promise<string[]> {
  return (await open(on, [kinds])).map(({ kind }) => kind);
}

const verify = preparedQuery(
  'verify-kind-by-check',
  `insert into kind_verification (kind, endpoint, verified_by, schema, price) values ($1, $2, 'check', $3, $4)
   on conflict (kind) do update
      set endpoint = excluded.endpoint, verified_by = 'check', verified_on = current_date, schema = excluded.schema,
          price = excluded.price, operator_id = null, reason = null`,
);

type Documents = { schema: string; price: string };

/** A check found no difference: these documents are from now on why the kind is sold, also in place of an operator's word. */
export async function verifyKindByCheck(on: Queryable, read: Sold & Documents): Promise<void> {
  await verify(on, [read.kind, read.endpoint, read.schema, read.price]);
}

const vouch = preparedQuery(
  'verify-kind-by-operator',
  `insert into kind_verification (kind, endpoint, verified_by, operator_id, reason) values ($1, $2, 'operator', $3, $4)
   on conflict (kind) do update
      set endpoint = excluded.endpoint, verified_by = 'operator', verified_on = current_date, schema = null,
          price = null, operator_id = excluded.operator_id, reason = excluded.reason`,
);

/** An operator vouches for the kind. */
export async function verifyKindByOperator(
  on: Queryable,
  word: Sold & { operatorId: string; reason: string },
): Promise<void> {
  await vouch(on, [word.kind, word.endpoint, word.operatorId, word.reason]);
}

const withdraw = preparedQuery<{ kind: string }>(
  'withdraw-kind-verification',
  `with withdrawn as (
     delete from kind_verification where kind = $1 and verified_by = 'check' returning kind)
   insert into kind_closure (kind, closed_at, cause)
   select kind, now(), 'price_moved' from withdrawn where $2::boolean
   on conflict (kind) do update
      set closed_at = now(), cause = 'price_moved', changed_at = now()
    where kind_closure.closed_at is null
   returning kind`,
);

/**
 * Withdraws the verification that a check made, since the price has moved, and closes the kind if `closes`. The word of
 * an operator stays. Returns whether the kind was closed.
 */
export async function withdrawVerification(on: Queryable, kind: string, closes: boolean): Promise<boolean> {
  return (await withdraw(on, [kind, closes])).length > 0;
}
