import { connectDb, type Db, findLedgerProblems } from '@atelier/db';
import { createTestDatabase, createTestFolder, testRedisUrl } from '@atelier/dev-stack/testing';
import { expect } from 'vitest';

const isRedis = process.env.TEST_QUEUE_BACKEND === 'redis';

export type TestStore = {
  /** Address with the role that the processes use. */
  databaseUrl: string;
  /** Redis of the queue; undefined when the queue runs on PostgreSQL. */
  redisUrl: string | undefined;
  dataDir: string;
  /** Connected as the schema's owner, for what tests set up and assert in tables. */
  owner: Db;
  /** Every balance equals its entries, every hold its generation, and the hash chain is intact. */
  expectWholeLedger(): Promise<void>;
  close(): Promise<void>;
};

/** A database, a queue store and a folder for one test file, shared by any number of APIs. */
export async function openTestStore(): Promise<TestStore> {
  const database = await createTestDatabase();
  const redisUrl = isRedis ? await testRedisUrl() : undefined;
  if (isRedis && redisUrl === undefined) throw new Error('TEST_QUEUE_BACKEND=redis needs a Redis server.');
  const owner = connectDb({
    databaseUrl: database.adminUrl,
    applicationName: 'atelier-test',
    maxConnections: 4,
    // Some tests cut connections on purpose.
    onError: () => undefined,
  });
  return {
    databaseUrl: database.appUrl,
    redisUrl,
    dataDir: await createTestFolder('api'),
    owner,
    async expectWholeLedger() {
      expect(await findLedgerProblems(owner.pool)).toEqual([]);
    },
    async close() {
      await owner.close();
      await database.drop();
    },
  };
}

/** How many rows a user's requests left in the database. */
export async function countRows(store: TestStore, userId: string) {
  const { rows } = await store.owner.pool.query<Record<'generations' | 'reserves' | 'keys', number>>(
    `select (select count(*)::int from generation where user_id = $1) as generations,
            (select count(*)::int from ledger_entry where user_id = $1 and kind = 'reserve') as reserves,
            (select count(*)::int from idempotency_key where user_id = $1) as keys`,
    [userId],
  );
  return rows[0];
}
