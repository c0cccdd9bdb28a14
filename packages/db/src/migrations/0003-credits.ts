import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table credit_account (
      user_id uuid primary key references app_user,
      available bigint not null default 0 check (available >= 0),
      held bigint not null default 0 check (held >= 0),
      running integer not null default 0 check (running >= 0),
      has_ever_paid boolean not null default false,
      revision integer not null default 0
    )`.execute(db);

  await sql`
    create table purchase (
      id uuid primary key,
      user_id uuid not null references app_user,
      provider text not null,
      payment_id text not null,
      credits bigint not null check (credits > 0),
      amount_minor bigint not null check (amount_minor >= 0),
      currency text not null,
      status text not null default 'open' check (status in ('open', 'paid', 'refunded', 'disputed', 'cancelled')),
      created_at timestamptz not null default now(),
      paid_at timestamptz,
      unique (provider, payment_id)
    )`.execute(db);
  await sql`create index purchase_user on purchase (user_id, created_at desc)`.execute(db);

  await createLedger(db);
}

async function createLedger(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ledger_entry (
      id bigint generated always as identity primary key,
      user_id uuid not null references app_user,
      kind text not null,
      d_available bigint not null,
      d_held bigint not null,
      available_after bigint not null check (available_after >= 0),
      held_after bigint not null check (held_after >= 0),
      entry_key text not null unique,
      generation_id uuid references generation,
      purchase_id uuid references purchase,
      reason text,
      actor text not null default 'system',
      created_at timestamptz not null default now(),
      constraint movement_fits_kind check (case kind
        when 'grant' then d_available > 0 and d_held = 0
        when 'purchase' then d_available > 0 and d_held = 0
        when 'refund' then d_available > 0 and d_held = 0
        when 'reserve' then d_available < 0 and d_held = -d_available
        when 'release' then d_available > 0 and d_held = -d_available
        when 'settle' then d_available = 0 and d_held < 0
        when 'adjustment' then d_held = 0
        else false end)
    )`.execute(db);
  await sql`create index ledger_entry_user on ledger_entry (user_id, id desc)`.execute(db);
  await sql`create index ledger_entry_generation on ledger_entry (generation_id)`.execute(db);
  await sql`create index ledger_entry_purchase on ledger_entry (purchase_id)`.execute(db);

  // The app role has no right to change entries; this stops every other role as well.
  await sql`
    create function refuse_ledger_change() returns trigger language plpgsql as $$
    begin
      raise exception 'ledger entries are immutable' using errcode = 'restrict_violation';
    end $$`.execute(db);
  await sql`
    create trigger ledger_is_append_only before update or delete or truncate on ledger_entry
    for each statement execute function refuse_ledger_change()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table ledger_entry`.execute(db);
  await sql`drop function refuse_ledger_change`.execute(db);
  await sql`drop table purchase, credit_account`.execute(db);
}
