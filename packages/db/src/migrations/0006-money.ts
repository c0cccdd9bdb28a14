import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await addSpending(db);
  await chainLedger(db);
  await extendPurchase(db);
  // Operators look users up by a part of the address.
  await sql`create index app_user_email_search on app_user using gin (email gin_trgm_ops)`.execute(db);
}

/** What a user spent on the day of the last submission (UTC), and the limit they set themselves. */
async function addSpending(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table credit_account
      add column spent_on date not null default '-infinity',
      add column spent_that_day bigint not null default 0 check (spent_that_day >= 0),
      add column daily_cap bigint check (daily_cap >= 0)`.execute(db);
}

/**
 * Every entry carries the hash of the one before it on the same account, so that a changed, added or missing line
 * shows. The lock on the account that every movement takes orders the chain. The entry before is read through
 * ledger_entry_user: a head kept on the account would be a second update of that row, five times as dear.
 */
async function chainLedger(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ledger_entry add column prev_hash bytea, add column hash bytea`.execute(db);
  // The text is a JSON array with the fields of a line in this order; exports are checked by the same rule.
  await sql`
    create function ledger_entry_hash(e ledger_entry) returns bytea language plpgsql stable as $$
    begin
      return sha256(e.prev_hash || convert_to(json_build_array(
        e.id, e.user_id, e.kind, e.d_available, e.d_held, e.available_after, e.held_after, e.entry_key,
        e.generation_id, e.purchase_id, e.reason, e.actor,
        to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))::text, 'UTF8'));
    end $$`.execute(db);
  // Replaces whatever the writer said. Volatile, so that it sees what was committed while it waited for the lock.
  await sql`
    create function chain_ledger_entry() returns trigger language plpgsql volatile as $$
    begin
      select hash into new.prev_hash from ledger_entry where user_id = new.user_id order by id desc limit 1;
      new.prev_hash := coalesce(new.prev_hash, decode(repeat('00', 32), 'hex'));
      new.hash := ledger_entry_hash(new);
      return new;
    end $$`.execute(db);
  await chainExistingEntries(db);
  await sql`
    alter table ledger_entry alter column prev_hash set not null, alter column hash set not null`.execute(db);
  await sql`
    create trigger ledger_is_chained before insert on ledger_entry
    for each row execute function chain_ledger_entry()`.execute(db);
}

async function chainExistingEntries(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ledger_entry disable trigger ledger_is_append_only`.execute(db);
  await sql`
    do $$
    declare
      e ledger_entry;
      head bytea;
      owner uuid;
    begin
      for e in select * from ledger_entry order by user_id, id loop
        e.prev_hash := case when e.user_id = owner then head else decode(repeat('00', 32), 'hex') end;
        e.hash := ledger_entry_hash(e);
        update ledger_entry set prev_hash = e.prev_hash, hash = e.hash where id = e.id;
        owner := e.user_id;
        head := e.hash;
      end loop;
    end $$`.execute(db);
  await sql`alter table ledger_entry enable trigger ledger_is_append_only`.execute(db);
}

/** A purchase is written down before its payment: what the payment provider tells later are facts about this row. */
async function extendPurchase(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table purchase
      alter column payment_id drop not null,
      add column pack text,
      add column request_id uuid,
      add column checkout_url text,
      add column payment_intent text unique,
      add column refunded_minor bigint not null default 0 check (refunded_minor >= 0),
      add column dispute text check (dispute in ('open', 'won', 'lost')),
      add column taken bigint not null default 0 check (taken >= 0),
      add column owed bigint not null default 0 check (owed >= 0),
      drop constraint purchase_status_check,
      add constraint purchase_status_check
        check (status in ('open', 'paid', 'refunded', 'disputed', 'cancelled', 'failed', 'expired')),
      add constraint purchase_request unique (user_id, request_id),
      add constraint taken_fits_credits check (taken + owed <= credits)`.execute(db);
  await sql`create index purchase_owed on purchase (created_at) where owed > 0`.execute(db);
  await sql`
    create table payment_event (
      id text primary key,
      type text not null,
      payment_intent text,
      fact jsonb not null,
      purchase_id uuid references purchase,
      received_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index payment_event_purchase on payment_event (purchase_id)`.execute(db);
  // Told before the payment it belongs to: waits here for that.
  await sql`
    create index payment_event_waiting on payment_event (payment_intent) where purchase_id is null`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index app_user_email_search`.execute(db);
  await sql`drop table payment_event`.execute(db);
  await sql`update purchase set payment_id = id::text where payment_id is null`.execute(db);
  await sql`update purchase set status = 'cancelled' where status in ('failed', 'expired')`.execute(db);
  await sql`drop index purchase_owed`.execute(db);
  await sql`
    alter table purchase
      alter column payment_id set not null,
      drop constraint taken_fits_credits,
      drop constraint purchase_request,
      drop constraint purchase_status_check,
      add constraint purchase_status_check
        check (status in ('open', 'paid', 'refunded', 'disputed', 'cancelled')),
      drop column pack, drop column request_id, drop column checkout_url, drop column payment_intent,
      drop column refunded_minor, drop column dispute, drop column taken, drop column owed`.execute(db);
  await sql`drop trigger ledger_is_chained on ledger_entry`.execute(db);
  await sql`drop function chain_ledger_entry`.execute(db);
  await sql`drop function ledger_entry_hash`.execute(db);
  await sql`alter table ledger_entry drop column prev_hash, drop column hash`.execute(db);
  await sql`
    alter table credit_account drop column spent_on, drop column spent_that_day, drop column daily_cap`.execute(
    db,
  );
}
