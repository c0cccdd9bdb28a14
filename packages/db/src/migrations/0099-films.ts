import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // A film: shots that are made by generations and joined by a cut. `joined` is a hash of the plan that its cut was made of.
  // At `join_due_at` a worker looks whether it can be joined; null while nothing of it runs or has changed.
  await sql`
    create table film (
      id uuid primary key,
      user_id uuid not null references app_user,
      name text not null,
      project_id uuid references project on delete set null,
      document jsonb not null,
      revision integer not null default 1,
      cut_id uuid references cut on delete set null,
      joined text,
      generation_id uuid references generation,
      join_due_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index film_user on film (user_id, updated_at desc)`.execute(db);
  await sql`create index film_join_due on film (join_due_at) where join_due_at is not null`.execute(db);
  await sql`create index film_project on film (project_id)`.execute(db);
  await sql`create index film_cut on film (cut_id)`.execute(db);
  await sql`create index film_generation on film (generation_id)`.execute(db);

  // A generation that was made for a shot. `asked` is a hash of the kind and the input that the shot had then.
  await sql`
    create table film_take (
      generation_id uuid primary key references generation,
      film_id uuid not null references film on delete cascade,
      shot_id uuid not null,
      asked text not null
    )`.execute(db);
  await sql`create index film_take_film on film_take (film_id, generation_id desc)`.execute(db);

  await sql`
    create table film_version (
      id uuid primary key,
      film_id uuid not null references film on delete cascade,
      reason text not null check (reason in ('saved', 'made', 'overtaken', 'restored')),
      name text,
      revision integer not null,
      document jsonb not null,
      created_at timestamptz not null default now(),
      check ((reason = 'saved') = (name is not null))
    )`.execute(db);
  await sql`create index film_version_film on film_version (film_id, created_at desc)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table film_version`.execute(db);
  await sql`drop table film_take`.execute(db);
  await sql`drop table film`.execute(db);
}
