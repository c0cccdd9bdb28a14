import { connectDb, type Db, findLedgerProblems } from '@atelier/db';
import { createTestDatabase, createTestFolder, testRedisUrl } from '@atelier/dev-stack/testing';
import { expect } from 'vitest';

const isRedis = process.env.TEST_QUEUE_BACKEND === 'redis';

export type TestStore = {
  /** As the processes use it. */
  databaseUrl: string;
  /** Absent when the queue runs on PostgreSQL. */
  redisUrl: string | undefined;
  dataDir: string;
  /** As the owner of the schema: tests look behind the scenes with it. */
  owner: Db;
  /** The money adds up (reliability.md section 1, checks 1 to 4). */
  expectWholeLedger(): Promise<void>;
  close(): Promise<void>;
};

/** A database, a queue store and a folder for one test file; any number of APIs can run on it. */
export async function openTestStore(): Promise<TestStore> {
  const database = await createTestDatabase();
  const redisUrl = isRedis ? await testRedisUrl() : undefined;
  if (isRedis && redisUrl === undefined) throw new Error('The redis half of these tests needs a Redis.');
  const owner = connectDb({
    databaseUrl: database.adminUrl,
    applicationName: 'atelier-test',
    maxConnections: 4,
    // The test itself cuts connections at times.
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

/** What a user's requests left in the database. */
export async function countRows(store: TestStore, userId: string) {
  const { rows } = await store.owner.pool.query<Record<'generations' | 'reserves' | 'keys', number>>(
    `select (select count(*)::int from generation where user_id = $1) as generations,
            (select count(*)::int from ledger_entry where user_id = $1 and kind = 'reserve') as reserves,
            (select count(*)::int from idempotency_key where user_id = $1) as keys`,
    [userId],
  );
  return rows[0];
}
