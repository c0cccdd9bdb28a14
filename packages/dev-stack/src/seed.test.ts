import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { seedLocalAccounts } from './seed.ts';
import { createTestDatabase } from './testing.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());

async function listAccounts(): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select email, available::int, has_ever_paid,
              (select count(*)::int from ledger_entry entry where entry.user_id = app_user.id) as entries
         from app_user join credit_account on user_id = app_user.id order by email`,
    );
    return rows;
  } finally {
    await client.end();
  }
}

it('the seed creates the three ready accounts once, even if the issuer has another port the next time', async () => {
  await seedLocalAccounts({ databaseUrl: database.appUrl, issuer: 'http://127.0.0.1:4001' });
  await seedLocalAccounts({ databaseUrl: database.appUrl, issuer: 'http://127.0.0.1:4001' });
  await seedLocalAccounts({ databaseUrl: database.appUrl, issuer: 'http://127.0.0.1:4002' });
  expect(await listAccounts()).toEqual([
    { email: 'new@atelier.test', available: 0, has_ever_paid: false, entries: 0 },
    { email: 'ops@atelier.test', available: 20_000, has_ever_paid: true, entries: 1 },
    { email: 'paid@atelier.test', available: 20_000, has_ever_paid: true, entries: 1 },
  ]);
});
