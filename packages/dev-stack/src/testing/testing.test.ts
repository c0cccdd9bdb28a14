import { readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { createTestDatabase, sharedMedia, testRedisUrl } from '../testing.ts';

const [first, second] = [await createTestDatabase(), await createTestDatabase()];
afterAll(async () => {
  await first.drop();
  await second.drop();
});

async function ask(connectionString: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

it('each caller gets a migrated database of its own', async () => {
  expect(await ask(first.adminUrl, 'select count(*)::int as users from app_user')).toEqual([{ users: 0 }]);
  await ask(first.adminUrl, 'create table note as select 1 as answer');
  await expect(ask(second.adminUrl, 'select * from note')).rejects.toThrow('does not exist');
});

it('the connection of a test has the application role, which is not the owner', async () => {
  expect(await ask(first.appUrl, 'select count(*)::int as users from app_user')).toEqual([{ users: 0 }]);
  await expect(ask(first.appUrl, 'drop table app_user')).rejects.toThrow('must be owner');
});

it('a database that still has connections can be dropped', async () => {
  const third = await createTestDatabase();
  const client = new pg.Client({ connectionString: third.appUrl });
  // The server ends this session: that is what the test is about.
  client.on('error', () => undefined);
  await client.connect();
  await third.drop();
  await expect(ask(third.appUrl, 'select 1')).rejects.toThrow('does not exist');
});

it('every call returns the same Redis database, or none', async () => {
  const url = await testRedisUrl();
  expect(await testRedisUrl()).toBe(url);
  if (url !== undefined) expect(new URL(url).pathname).toMatch(/^\/([1-9]|1[0-5])$/);
});

it('the media folder keeps files of emulators with the current code, and nothing of older code', async () => {
  const { mediaDir } = await sharedMedia();
  expect(readdirSync(dirname(mediaDir))).toEqual([basename(mediaDir)]);
});
