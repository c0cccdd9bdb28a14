import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // One archive of everything that is a user's. Its bytes but for the user's own files are one stored file, the frame.
  await sql`
    create table take_out (
      id uuid primary key,
      user_id uuid not null references app_user,
      state text not null default 'preparing' check (state in ('preparing', 'ready', 'failed')),
      revision integer not null default 1,
      language text not null,
      token text not null,
      run integer not null default 0,
      next_check_at timestamptz not null default now(),
      done_records integer not null default 0,
      total_records integer not null default 0,
      frame_key text unique,
      frame_bytes bigint,
      archive_bytes bigint,
      is_outdated boolean not null default false,
      created_at timestamptz not null default now(),
      ready_at timestamptz,
      expires_at timestamptz not null,
      constraint ready_is_whole check (
        state <> 'ready' or (frame_key is not null and frame_bytes is not null and archive_bytes is not null
                             and ready_at is not null))
    )`.execute(db);
  await sql`create unique index take_out_preparing on take_out (user_id) where state = 'preparing'`.execute(
    db,
  );
  await sql`create index take_out_user on take_out (user_id, created_at desc)`.execute(db);
  await sql`create index take_out_due on take_out (next_check_at) where state = 'preparing'`.execute(db);
  await sql`create index take_out_expiry on take_out (expires_at)`.execute(db);

  // Where the bytes of the user's own files belong in the archive, fixed when it was prepared. Each run writes its own
  // rows; the checksum of a file, which costs reading it, is taken from an earlier row where there is one.
  await sql`
    create table take_out_file (
      take_out_id uuid not null references take_out on delete cascade,
      run integer not null,
      starts_at bigint not null,
      frame_at bigint not null,
      bytes bigint not null check (bytes > 0),
      crc32 bigint not null,
      storage_key text not null,
      primary key (take_out_id, run, starts_at)
    )`.execute(db);
  await sql`create index take_out_file_key on take_out_file (storage_key)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table take_out_file, take_out`.execute(db);
}
