import pg from 'pg';

/**
 * Closes a kind as the product does that nothing verifies it. `databaseUrl` is the connection string of a stack's
 * processes.
 */
export async function closeAsProduct(databaseUrl: string, kind: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `insert into kind_closure (kind, closed_at, cause) values ($1, now(), 'unverified')
       on conflict (kind) do update set closed_at = now(), cause = 'unverified'`,
      [kind],
    );
  } finally {
    await client.end();
  }
}
