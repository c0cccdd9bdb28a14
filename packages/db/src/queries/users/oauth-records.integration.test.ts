import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { openTestDb } from '../../testing/open-test-db.ts';
import { createUser, newKey } from '../../testing/samples.ts';
import { createTokenOwnerFinder, insertApiKey, listApiKeys, revokeApiKey } from './api-keys.ts';
import {
  consumeOauthRecord,
  deleteOauthRecord,
  endOauthGrant,
  findOauthRecord,
  findOauthRecordByCode,
  type OauthRecord,
  storeOauthRecord,
} from './oauth-records.ts';

const db = await openTestDb(20);
afterAll(() => db.drop());
const { pool } = db;
const findOwner = createTokenOwnerFinder(pool);

const newRecord = (changes: Partial<OauthRecord> = {}): OauthRecord => ({
  model: 'RefreshToken',
  id: randomUUID(),
  payload: { scope: 'generate read' },
  grantId: null,
  userCode: null,
  expiresAt: new Date(Date.now() + 60_000),
  ...changes,
});

const client = { id: 'https://agent.test/client.json', name: 'An agent', host: 'agent.test' };

/** A program that signed in: its grant with the key that holds its limits. */
async function connect(scopes: ('generate' | 'read' | 'files')[] = ['generate', 'files']) {
  const userId = await createUser(db, 100);
  const grantId = randomUUID();
  const key = { ...newKey(userId, { scopes }), tokenHash: null, ending: '', grant: { id: grantId, client } };
  await insertApiKey(db, key, 20);
  return { userId, grantId, keyId: key.id };
}

async function store(changes: Partial<OauthRecord> = {}): Promise<OauthRecord> {
  const record = newRecord(changes);
  await storeOauthRecord(pool, record);
  return record;
}

describe('a record of the authorization server', () => {
  it('is found by its name and kind until it expires or is deleted, and its name is stored nowhere', async () => {
    const record = await store();
    expect(await findOauthRecord(pool, record)).toEqual({ payload: record.payload, is_consumed: false });
    expect(await findOauthRecord(pool, { ...record, model: 'AccessToken' })).toBeUndefined();
    const { rows } = await pool.query('select oauth_record::text as row from oauth_record');
    expect(JSON.stringify(rows)).not.toContain(record.id);
    await storeOauthRecord(pool, { ...record, payload: { scope: 'read' } });
    expect(await findOauthRecord(pool, record)).toMatchObject({ payload: { scope: 'read' } });
    await deleteOauthRecord(pool, record);
    expect(await findOauthRecord(pool, record)).toBeUndefined();
    const old = await store({ expiresAt: new Date(Date.now() - 1_000) });
    expect(await findOauthRecord(pool, old)).toBeUndefined();
  });

  it('is found by the code that a user types', async () => {
    const record = await store({ model: 'DeviceCode', userCode: 'BCDFGHJK' });
    const typed = { model: 'DeviceCode', userCode: 'BCDFGHJK' };
    expect(await findOauthRecordByCode(pool, typed)).toMatchObject({ payload: record.payload });
    expect(await findOauthRecordByCode(pool, { ...typed, userCode: 'BCDFGHJL' })).toBeUndefined();
  });

  it('is consumed by one of many at once', async () => {
    const record = await store({ model: 'AuthorizationCode' });
    const consumed = await Promise.all(Array.from({ length: 20 }, () => consumeOauthRecord(pool, record)));
    expect(consumed.filter(Boolean)).toHaveLength(1);
    expect(await findOauthRecord(pool, record)).toMatchObject({ is_consumed: true });
  });

  it.each(['revoked', 'expired'])('is not found any more once the key of its grant is %s', async (how) => {
    const { userId, grantId, keyId } = await connect();
    const record = await store({ grantId });
    expect(await findOauthRecord(pool, record)).toBeDefined();
    if (how === 'revoked') await revokeApiKey(pool, keyId, userId);
    else await pool.query('update api_key set expires_at = now() where id = $1', [keyId]);
    expect(await findOauthRecord(pool, record)).toBeUndefined();
  });

  it('ends with its grant, which is not listed any more', async () => {
    const { userId, grantId } = await connect();
    const record = await store({ grantId });
    await endOauthGrant(pool, grantId);
    expect(await findOauthRecord(pool, record)).toBeUndefined();
    expect(await listApiKeys(pool, userId)).toEqual([]);
  });
});

describe('an access token', () => {
  it('leads to the owner of its grant, with the scopes that both have, until the key is revoked', async () => {
    const { userId, grantId, keyId } = await connect();
    const token = await store({ model: 'AccessToken', grantId, payload: { scope: 'generate read' } });
    const { rows } = await pool.query<{ hash: string }>(
      `select encode(id_sha256, 'hex') as hash from oauth_record where grant_id = $1`,
      [grantId],
    );
    const hash = rows[0]?.hash ?? '';
    expect(await findOwner(hash)).toMatchObject({ key_id: keyId, user_id: userId, scopes: ['generate'] });
    await storeOauthRecord(pool, { ...token, expiresAt: new Date(Date.now() - 1_000) });
    expect(await findOwner(hash)).toBeUndefined();
    await storeOauthRecord(pool, token);
    await revokeApiKey(pool, keyId, userId);
    expect(await findOwner(hash)).toBeUndefined();
  });

  it('is not what a refresh token is: that leads to no owner', async () => {
    const { grantId } = await connect();
    await store({ grantId });
    const { rows } = await pool.query<{ hash: string }>(
      `select encode(id_sha256, 'hex') as hash from oauth_record where grant_id = $1`,
      [grantId],
    );
    expect(await findOwner(rows[0]?.hash ?? '')).toBeUndefined();
  });
});

describe('programs that signed in', () => {
  it('take no place among the keys once their time is over', async () => {
    const { userId, keyId } = await connect();
    expect(await insertApiKey(db, newKey(userId), 1)).toBeUndefined();
    await pool.query('update api_key set expires_at = now() where id = $1', [keyId]);
    expect(await insertApiKey(db, newKey(userId), 1)).toBeDefined();
    expect(await listApiKeys(pool, userId)).toHaveLength(1);
  });
});
