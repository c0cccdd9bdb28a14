import { connectDb, insertFileWrites, listAbandonedWrites, migrateToLatest } from '@atelier/db';
import { expect, it } from 'vitest';
import { createTestFolder } from './create-test-folder.ts';
import { openPostgres } from './own-stores.ts';

it('the note of a file that is about to be stored survives a server that is killed at once', {
  timeout: 120_000,
}, async ({ onTestFinished }) => {
  const postgres = await openPostgres(await createTestFolder('durable'));
  onTestFinished(() => postgres.close());
  const { username: appRole, password: appPassword } = new URL(postgres.appUrl());
  await migrateToLatest({ adminUrl: postgres.adminUrl, appRole, appPassword });
  const db = connectDb({
    databaseUrl: postgres.appUrl(),
    applicationName: 'test',
    maxConnections: 1,
    onError: () => undefined,
  });
  onTestFinished(() => db.close());
  await insertFileWrites(db.pool, ['u/a/1.png']);
  await (await postgres.kill())();
  expect(await listAbandonedWrites(db.pool, 0)).toEqual(['u/a/1.png']);
});
