import pg from 'pg';

/**
 * Moves the sign-in of this cookie's session back by eleven minutes: too long for what needs a fresh sign-in.
 * `databaseUrl` is the connection string of a stack's processes.
 */
export async function ageSignIn(databaseUrl: string, cookie: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `update user_session set created_at = now() - interval '11 minutes', authenticated_at = null
        where id = encode(sha256($1::bytea), 'hex')`,
      [cookie],
    );
  } finally {
    await client.end();
  }
}
