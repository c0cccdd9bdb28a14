import { getKind } from '@atelier/catalog';
import { getProvider, kindsOfInstalledTypes } from '@atelier/catalog/server';
import { closeUnverifiedKinds, connectDb, listKindClosures, listKindVerifications } from '@atelier/db';
import { createTestDatabase } from '@atelier/dev-stack/testing';
import { readOperatorEnv } from '@atelier/env';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { recordChecks } from './record-checks.ts';

const database = await createTestDatabase();
const db = connectDb({
  databaseUrl: database.appUrl,
  applicationName: 'test',
  maxConnections: 2,
  onError: () => undefined,
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const kind = getKind('z-image-turbo');
const documents = { schema: 'https://fal.ai/schema', price: 'https://fal.ai/price' };
const finding = { field: null, ours: '$0.005', theirs: '$0.009' };
const read = async () => ({
  closed: (await listKindClosures(db.pool)).map((each) => [each.kind, each.cause]),
  verified: (await listKindVerifications(db.pool)).map((each) => [each.kind, each.verified_by, each.price]),
});

it('a recorded check opens an unverified kind that fits, and closes it in production once its price moved', async () => {
  const list = kindsOfInstalledTypes as Set<string>;
  list.delete(kind.id);
  onTestFinished(() => void list.add(kind.id));
  const env = (name: 'production' | 'local') =>
    readOperatorEnv({ DATABASE_URL: database.appUrl, ATELIER_ENV: name });
  const record = (
    findings: readonly (typeof finding & { code: 'price_moved' })[],
    name: 'production' | 'local',
  ) => recordChecks([[kind, { isChecked: true, findings, documents }]], env(name));
  const moved = [{ ...finding, code: 'price_moved' as const }];
  await closeUnverifiedKinds(db.pool, [{ kind: kind.id, endpoint: getProvider(kind).endpoint }]);

  expect(await recordChecks([[kind, { isChecked: false, reason: 'no answer' }]], env('production'))).toEqual(
    [],
  );
  expect(await record(moved, 'production')).toEqual([]);
  expect(await read()).toEqual({ closed: [[kind.id, 'unverified']], verified: [] });
  expect(await record([], 'production')).toEqual(['z-image-turbo was opened']);
  expect(await read()).toEqual({ closed: [], verified: [[kind.id, 'check', documents.price]] });
  expect(await record(moved, 'production')).toEqual(['z-image-turbo was closed']);
  expect(await read()).toEqual({ closed: [[kind.id, 'price_moved']], verified: [] });
  await record([], 'local');
  expect(await record(moved, 'local')).toEqual([]);
  expect(await read()).toEqual({ closed: [], verified: [] });
});
