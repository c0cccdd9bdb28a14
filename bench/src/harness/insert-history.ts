import pg from 'pg';

type HistoryOptions = {
  /** A connection string of a superuser. */
  adminUrl: string;
  generations: number;
  /** How many of the generations an earlier call has inserted, with the same owners; the rest is older. */
  alreadyInserted?: number;
  /** Each owns `ownedByEach` of the generations, all of one medium. */
  owners: readonly { userId: string; medium: 'video' | 'image' }[];
  ownedByEach: number;
  /** The other users share the rest. */
  others: readonly string[];
};

const sessions = 2;
const chunkRows = 50_000;

/** A prompt is a subject, a number below 100, an ending and the prompt's own number. A quarter is Chinese. */
const words = {
  latin: [
    [
      'paper boat',
      'red fox',
      'old lighthouse',
      'glass snail',
      'brass clock',
      'stone bridge',
      'snow owl',
      'tin robot',
    ],
    [
      'in the rain',
      'at dusk',
      'under neon',
      'by candle light',
      'in deep fog',
      'on the moon',
      'at low tide',
      'in May',
    ],
  ],
  chinese: [
    [
      '雨夜的霓虹街道',
      '月光下的海滩',
      '城市屋顶的舞者',
      '星云中的飞行',
      '雪山上的灯塔',
      '竹林里的狐狸',
      '水墨小船',
      '玻璃蜗牛',
    ],
    [
      '缓慢推进镜头',
      '电影质感光影',
      '浅景深特写',
      '金色黄昏',
      '浓雾弥漫',
      '倒影清晰',
      '安静孤独',
      '春天清晨',
    ],
  ],
};

/** A subject and its number match one prompt in 800 of that language. */
export const searches = { latin: 'old lighthouse 77', chinese: '雪山上的灯塔77' };

/**
 * Inserts finished generations with one output each directly into the tables, without ledger entries. Ids are in the order
 * of time, as the product makes them. Indexes that are not constraints are dropped first and built afterwards, which is
 * several times faster than updating them row by row; both cores of a small machine have work all the time.
 */
export async function insertHistory(options: HistoryOptions): Promise<void> {
  const clients = Array.from({ length: sessions }, () => new pg.Client(options.adminUrl));
  const [client] = clients;
  if (!client) return;
  try {
    for (const each of clients) await openSession(each);
    const indexes = await client.query<{ name: string; definition: string }>(
      `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
         from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
        where i.indrelid in ('generation'::regclass, 'output'::regclass)
          and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
        order by a.amname = 'gin' desc, i.indnatts desc`,
    );
    for (const { name } of indexes.rows) await client.query(`drop index ${client.escapeIdentifier(name)}`);
    await client.query("alter system set max_wal_size = '8GB'");
    await client.query('select pg_reload_conf()');
    await setAutovacuum(client, false);
    const startedAt = new Date();
    await inParallel(clients, listChunks(options), (on, chunk) => insertChunk(on, options, startedAt, chunk));
    await inParallel(clients, indexes.rows, (on, { definition }) => on.query(definition));
    await inParallel(clients, ['generation', 'output'], (on, table) => on.query(`vacuum analyze ${table}`));
    await setAutovacuum(client, true);
    await client.query('alter system reset max_wal_size');
    await client.query('select pg_reload_conf()');
    // Writes the inserted rows to the disk now, and not during a measurement.
    await client.query('checkpoint');
  } finally {
    await Promise.all(clients.map((each) => each.end()));
  }
}

async function openSession(client: pg.Client): Promise<void> {
  await client.connect();
  await client.query(`set maintenance_work_mem = '1GB'; set max_parallel_maintenance_workers = 0;
    set session_replication_role = replica; set synchronous_commit = off`);
}

async function setAutovacuum(client: pg.Client, isEnabled: boolean): Promise<void> {
  for (const table of ['generation', 'output'])
    await client.query(`alter table ${table} set (autovacuum_enabled = ${isEnabled})`);
}

/** Each client takes the next of the tasks, in their order, as soon as it has ended one. */
async function inParallel<Task>(
  clients: readonly pg.Client[],
  tasks: readonly Task[],
  run: (client: pg.Client, task: Task) => Promise<unknown>,
): Promise<void> {
  const rest = tasks.values();
  await Promise.all(
    clients.map(async (client) => {
      for (const task of rest) await run(client, task);
    }),
  );
}

type Chunk = { from: number; to: number };

/** Ranges of the numbers of generations, the oldest first; number 1 is the newest. */
function listChunks({ generations, alreadyInserted = 0 }: HistoryOptions): Chunk[] {
  const chunks: Chunk[] = [];
  for (let to = generations; to > alreadyInserted; to -= chunkRows)
    chunks.push({ from: Math.max(to - chunkRows, alreadyInserted) + 1, to });
  return chunks;
}

async function insertChunk(
  client: pg.Client,
  { owners, ownedByEach, others }: HistoryOptions,
  newestAt: Date,
  { from, to }: Chunk,
): Promise<void> {
  await client.query(
    `with generations as (
       insert into generation (id, user_id, kind, medium, status, prompt, model, mode, width, height, input, cost, settled,
                               stage, expected_seconds, provider_endpoint, created_at, next_check_at, deadline_at,
                               finished_at)
       select uuidv7(made - clock_timestamp()), owner, case medium when 'video' then 'text-to-video' else 'flux-schnell' end,
              medium, 'completed',
              case when m % 4 > 0 then latin[1 + m / 4 % 8] || ' ' || m / 32 % 100 || ' ' || latin_end[1 + m / 4 / 100 % 8]
                   else chinese[1 + m / 4 % 8] || m / 32 % 100 || '，' || chinese_end[1 + m / 4 / 100 % 8] end || ' ' || n,
              case medium when 'video' then 'wan-t2v' else (array['flux-schnell', 'flux-dev'])[1 + n / 8 % 2] end,
              case medium when 'image' then 'text-to-image' end, 832, 480,
              jsonb_build_object('resolution', '480p', 'aspect_ratio', '16:9'), 300, 300,
              'done', 60, 'fal-ai/wan-t2v', made, made, made, made
         from (select n, n / 2 as m, $11::timestamptz - make_interval(secs => n * 20 + n % 7) as made,
                      case when n <= $3 then ($1::uuid[])[1 + n % cardinality($1::uuid[])]
                           else ($2::uuid[])[1 + n % cardinality($2::uuid[])] end as owner,
                      case when n <= $3 then ($8::text[])[1 + n % cardinality($1::uuid[])]
                           else (array['video', 'image'])[1 + n / 2 % 2] end as medium,
                      $4::text[] as latin, $5::text[] as latin_end, $6::text[] as chinese, $7::text[] as chinese_end
                 from generate_series($10::integer, $9::integer, -1) n) as made
       returning id, user_id, medium, created_at
     )
     insert into output (id, generation_id, position, content_type, storage_key, poster_key, bytes, width, height,
                         duration_seconds, fps)
     select uuidv7(created_at - clock_timestamp()), id, 0, case medium when 'video' then 'video/mp4' else 'image/png' end,
            'u/' || user_id || '/' || id || '.mp4', 'u/' || user_id || '/' || id || '.webp', 1842210, 832, 480,
            case medium when 'video' then 5 end, case medium when 'video' then 16 end
       from generations`,
    [
      owners.map(({ userId }) => userId),
      others,
      owners.length * ownedByEach,
      ...words.latin,
      ...words.chinese,
      owners.map(({ medium }) => medium),
      from,
      to,
      newestAt,
    ],
  );
}
