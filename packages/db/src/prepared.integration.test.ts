import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { preparedQuery } from './prepared.ts';
import { openTestDb } from './testing/open-test-db.ts';

const connections = 3;
const db = await openTestDb(connections);
afterAll(() => db.drop());

describe('a prepared statement of a process that stays while a deploy changes its table', () => {
  const read = preparedQuery<{ user_id: string }>('read-all-accounts', 'select * from credit_account');
  const addColumn = (name: string) => db.asOwner(`alter table credit_account add column ${name} integer`);
  /** Reads on every connection at once. */
  const readEverywhere = () => Promise.all(Array.from({ length: 2 * connections }, () => read(db.pool, [])));
  const nothing = Array.from({ length: 2 * connections }, () => []);
  beforeAll(readEverywhere);

  it('is prepared again, on every connection and after every change', async () => {
    for (const name of ['first', 'second', 'third']) {
      await addColumn(name);
      expect(await readEverywhere()).toEqual(nothing);
    }
  });

  it('fails in a transaction, and works in the next one', async () => {
    const inTransaction = async (client: pg.PoolClient) => {
      await client.query('begin');
      try {
        return await read(client, []);
      } finally {
        await client.query('rollback');
      }
    };
    const client = await db.pool.connect();
    try {
      expect(await inTransaction(client)).toEqual([]);
      await addColumn('fourth');
      await expect(inTransaction(client)).rejects.toMatchObject({ code: '0A000' });
      expect(await inTransaction(client)).toEqual([]);
    } finally {
      client.release();
    }
  });
});
