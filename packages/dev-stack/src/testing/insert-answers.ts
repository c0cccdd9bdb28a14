import pg from 'pg';

/**
 * Inserts finished answers of one user, which need no files, and returns what removes them: they have no ledger entries.
 */
export async function insertAnswers(
  databaseUrl: string,
  { userId, count }: { userId: string; count: number },
): Promise<() => Promise<void>> {
  const run = async (text: string, values: unknown[]) => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      return await client.query<{ id: string }>(text, values);
    } finally {
      await client.end();
    }
  };
  const { rows } = await run(
    `with answer as (
       insert into generation (id, user_id, kind, medium, status, prompt, model, input, cost, settled, stage,
                               expected_seconds, provider_endpoint, next_check_at, deadline_at, finished_at)
       select gen_random_uuid(), $1, 'image-understanding', 'text', 'completed', 'Question ' || n, 'image-understanding',
              '{}', 100, 100, 'done', 3, 'fal-ai/moondream2', now(), now(), now()
         from generate_series(1, $2::integer) n
       returning id
     )
     insert into output (id, generation_id, position, content_type, text)
     select gen_random_uuid(), id, 0, 'text/plain', 'A boat' from answer
     returning generation_id as id`,
    [userId, count],
  );
  const ids = rows.map(({ id }) => id);
  return async () => {
    await run('delete from output where generation_id = any($1)', [ids]);
    await run('delete from generation where id = any($1)', [ids]);
  };
}
