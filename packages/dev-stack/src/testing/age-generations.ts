import pg from 'pg';

/** Moves the creation of these generations back by days. `databaseUrl` is the connection string of a stack's processes. */
export async function ageGenerations(
  databaseUrl: string,
  days: Readonly<Record<string, number>>,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `update generation set created_at = created_at - make_interval(days => aged.days)
         from unnest($1::uuid[], $2::integer[]) as aged (id, days) where generation.id = aged.id`,
      [Object.keys(days), Object.values(days)],
    );
  } finally {
    await client.end();
  }
}
