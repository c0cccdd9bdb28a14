import pg from 'pg';

type HistoryOptions = {
  /** A connection string of the schema's owner. */
  adminUrl: string;
  generations: number;
  /** Each owns `ownedByEach` of the generations, all of one medium. */
  owners: readonly { userId: string; medium: 'video' | 'image' }[];
  ownedByEach: number;
  /** The other users share the rest. */
  others: readonly string[];
};

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
 * Inserts finished generations with one output each directly into the tables, without ledger entries. Indexes that are not
 * constraints are recreated afterwards, which is several times faster than updating them row by row.
 */
export async function insertHistory(options: HistoryOptions): Promise<void> {
  const client = new pg.Client({ connectionString: options.adminUrl });
  await client.connect();
  try {
    await client.query("set maintenance_work_mem = '512MB'");
    await client.query('set session_replication_role = replica');
    const indexes = await client.query<{ name: string; definition: string }>(
      `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
         from pg_index i join pg_class c on c.oid = i.indexrelid
        where i.indrelid in ('generation'::regclass, 'output'::regclass)
          and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`,
    );
    for (const { name } of indexes.rows) await client.query(`drop index ${client.escapeIdentifier(name)}`);
    await insertGenerations(client, options);
    await insertOutputs(client);
    for (const { definition } of indexes.rows) await client.query(definition);
    await client.query('vacuum analyze generation, output');
    // What was inserted is not written to the disk while something is measured.
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}

async function insertGenerations(client: pg.Client, options: HistoryOptions): Promise<void> {
  const { generations, owners, ownedByEach, others } = options;
  const owned = owners.length * ownedByEach;
  await client.query(
    `insert into generation (id, user_id, kind, medium, status, prompt, model, mode, width, height, input, cost, settled,
                             stage, expected_seconds, provider_endpoint, created_at, next_check_at, deadline_at,
                             finished_at)
     select gen_random_uuid(), owner, case medium when 'video' then 'text-to-video' else 'flux-schnell' end, medium,
            'completed',
            case when m % 4 > 0 then latin[1 + m / 4 % 8] || ' ' || m / 32 % 100 || ' ' || latin_end[1 + m / 4 / 100 % 8]
                 else chinese[1 + m / 4 % 8] || m / 32 % 100 || '，' || chinese_end[1 + m / 4 / 100 % 8] end || ' ' || n,
            case medium when 'video' then 'wan-t2v' else (array['flux-schnell', 'flux-dev'])[1 + n / 8 % 2] end,
            case medium when 'image' then 'text-to-image' end, 832, 480,
            jsonb_build_object('resolution', '480p', 'aspect_ratio', '16:9'), 300, 300,
            'done', 60, 'fal-ai/wan-t2v', made, made, made, made
       from (select n, n / 2 as m, now() - make_interval(secs => n * 20 + n % 7) as made,
                    case when n <= $3 then ($1::uuid[])[1 + n % cardinality($1::uuid[])]
                         else ($2::uuid[])[1 + n % cardinality($2::uuid[])] end as owner,
                    case when n <= $3 then ($8::text[])[1 + n % cardinality($1::uuid[])]
                         else (array['video', 'image'])[1 + n / 2 % 2] end as medium,
                    $4::text[] as latin, $5::text[] as latin_end, $6::text[] as chinese, $7::text[] as chinese_end
               from generate_series(1, $9::integer) n) as made`,
    [
      owners.map(({ userId }) => userId),
      others,
      owned,
      ...words.latin,
      ...words.chinese,
      owners.map(({ medium }) => medium),
      generations,
    ],
  );
}

async function insertOutputs(client: pg.Client): Promise<void> {
  await client.query(
    `insert into output (id, generation_id, position, content_type, storage_key, poster_key, bytes, width, height,
                         duration_seconds, fps)
     select gen_random_uuid(), id, 0, case medium when 'video' then 'video/mp4' else 'image/png' end,
            'u/' || user_id || '/' || id || '.mp4', 'u/' || user_id || '/' || id || '.webp', 1842210, 832, 480,
            case medium when 'video' then 5 end, case medium when 'video' then 16 end
       from generation`,
  );
}
