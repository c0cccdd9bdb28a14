import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Prices of the provider as they were read; a new row when one changes. Exact decimals of `currency`.
  await sql`
    create table provider_price (
      endpoint text not null,
      read_at timestamptz not null default now(),
      unit text not null,
      unit_price numeric not null check (unit_price >= 0),
      currency text not null,
      primary key (endpoint, read_at)
    )`.execute(db);

  // A finished request at the provider and what it cost, in millionths of a dollar. Without a generation it was billed to the
  // account and is unknown here. 'rule': estimated from the catalog; 'header': units of the result at the price of that day;
  // 'event': the provider's own bill. rule_micro_usd is the most that the price of the kind allows for.
  await sql`
    create table provider_cost (
      request_id text primary key,
      generation_id uuid references generation,
      attempt integer,
      kind text,
      endpoint text not null,
      units numeric,
      unit_price numeric,
      cost_micro_usd bigint not null default 0 check (cost_micro_usd >= 0),
      rule_micro_usd bigint,
      source text not null default 'rule' check (source in ('rule', 'header', 'event')),
      is_delivered boolean not null default false,
      finished_at timestamptz not null,
      priced_at timestamptz,
      asked_at timestamptz,
      deleted_at timestamptz
    )`.execute(db);
  await sql`create index provider_cost_generation on provider_cost (generation_id)`.execute(db);
  await sql`
    create index provider_cost_finished on provider_cost (finished_at) include (cost_micro_usd)`.execute(db);
  // The last results of a kind whose cost is known, and bills that do not fit: judged every minute.
  await sql`
    create index provider_cost_judged on provider_cost (kind, finished_at desc)
    include (cost_micro_usd, rule_micro_usd)
    where is_delivered and source <> 'rule' and rule_micro_usd is not null`.execute(db);
  await sql`
    create index provider_cost_unknown on provider_cost (finished_at)
    where generation_id is null and source = 'event'`.execute(db);
  await sql`
    create index provider_cost_missing on provider_cost (finished_at)
    where source <> 'event' and is_delivered and asked_at is not null`.execute(db);
  await sql`
    create index provider_cost_unpriced on provider_cost (finished_at)
    where priced_at is null and generation_id is not null`.execute(db);
  await sql`create index provider_cost_unbilled on provider_cost (finished_at) where source <> 'event'`.execute(
    db,
  );
  await sql`
    create index provider_cost_stored on provider_cost (finished_at)
    where is_delivered and deleted_at is null`.execute(db);

  // What an ended generation earned: its credits, without what was refunded, at the price at which its account had last
  // bought some.
  await sql`
    create table generation_earning (
      generation_id uuid primary key references generation,
      user_id uuid not null references app_user,
      kind text not null,
      ended_at timestamptz not null,
      is_delivered boolean not null,
      purchase_id uuid references purchase,
      settled bigint not null check (settled >= 0),
      refunded bigint not null default 0 check (refunded between 0 and settled),
      earned_micro_usd bigint not null check (earned_micro_usd >= 0)
    )`.execute(db);
  await sql`create index generation_earning_user on generation_earning (user_id)`.execute(db);
  await sql`create index generation_earning_purchase on generation_earning (purchase_id)`.execute(db);
  await sql`create index generation_earning_ended on generation_earning (ended_at)`.execute(db);

  // Up to when ends are booked, and up to when the provider's bills were listed. One row.
  await sql`
    create table cost_mark (
      id boolean primary key default true check (id),
      booked_to timestamptz not null,
      listed_to timestamptz not null,
      prices_read_at timestamptz
    )`.execute(db);
  await sql`insert into cost_mark (booked_to, listed_to) values (now(), now())`.execute(db);

  // The credits at the provider, as they were read.
  await sql`
    create table provider_balance (
      read_at timestamptz primary key default now(),
      balance_micro_usd bigint not null
    )`.execute(db);

  // What does not add up now: a row goes when it does again. The subject is a kind, an endpoint, or empty.
  await sql`
    create table cost_finding (
      code text not null,
      subject text not null,
      details jsonb not null default '{}',
      found_at timestamptz not null default now(),
      primary key (code, subject)
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop table cost_finding, provider_balance, cost_mark, generation_earning, provider_cost, provider_price`.execute(
    db,
  );
}
