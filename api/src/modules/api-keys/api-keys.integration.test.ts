import { randomUUID } from 'node:crypto';
import type { ApiKeysReply } from '@atelier/contract';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createKey, withKey } from '../../testing/api-key.ts';
import { refusal } from '../../testing/refusal.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import { createVideoPath, textToVideo } from '../../testing/submissions.ts';

const api = await startTestApi({ settings: { LOG_LEVEL: 'trace', METRICS_TOKEN: 'token-of-the-operator' } });
afterAll(() => api.close());

const path = '/api/user/api-keys';
const infoPath = '/api/user/info';
const program = api.browser();
const notValid = refusal('invalid_api_key', 'This API key is not valid or has been revoked');
const notAllowed = refusal('api_key_not_allowed', 'Sign in with the browser to do this');

const list = async (user: TestUser) => ((await user.get(path)).body as ApiKeysReply).data;
const revoke = (user: TestUser, id: string) => user.request(`${path}/${id}`, { method: 'DELETE' });

describe('a user’s API keys', () => {
  it('are shown once, when they are created', async () => {
    const user = await api.user();
    const reply = await user.post(path, { name: '  My laptop ' });
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(reply.body).toEqual({
      id: expect.any(String),
      name: 'My laptop',
      key: expect.stringMatching(/^atl_[\w-]{43}$/),
      ending: expect.any(String),
      created_at: expect.any(String),
    });
    const { key, ...shown } = reply.body as { key: string; ending: string };
    expect(key.slice(-4)).toBe(shown.ending);
    expect(await list(user)).toEqual([{ ...shown, last_used_at: null }]);

    const { rows } = await api.store.owner.pool.query('select to_jsonb(api_key) as row from api_key');
    expect(JSON.stringify(rows)).not.toContain(key.slice(4, -4));
  });

  it('are listed and revoked by their owner only', async () => {
    const [user, other] = [await api.user(), await api.user()];
    const { id, key } = await createKey(user);
    expect(await list(other)).toEqual([]);
    for (const reply of [await revoke(other, id), await revoke(user, randomUUID())])
      expect([reply.status, reply.body]).toEqual([404, refusal('not_found', 'Not found')]);
    expect((await program.request(infoPath, withKey(key))).status).toBe(200);
    for (const visit of [api.browser().get(path), api.browser().post(path, { name: 'x' })])
      expect((await visit).status).toBe(401);
  });

  it('are limited to twenty, not counting revoked ones', async () => {
    const user = await api.user();
    const made = await Promise.all(Array.from({ length: 24 }, () => user.post(path, { name: 'x' })));
    expect(made.filter(({ status }) => status === 200)).toHaveLength(20);
    const refused = made.find(({ status }) => status !== 200);
    const sentence = 'You have reached the limit of API keys; revoke one first';
    expect([refused?.status, refused?.body]).toEqual([
      409,
      refusal('too_many_api_keys', sentence, { limit: 20 }),
    ]);
    await revoke(user, (await list(user))[0]?.id ?? '');
    expect((await user.post(path, { name: 'x' })).status).toBe(200);
  });

  it.each([
    ['', 400],
    ['   ', 400],
    ['x'.repeat(61), 400],
    ['a\u0000b', 400],
    [7, 400],
    [undefined, 400],
    ['x'.repeat(60), 200],
    ['密钥 🔑', 200],
  ])('validate the name %j with status %i', async (name, status) => {
    expect((await (await api.user()).post(path, { name })).status).toBe(status);
  });

  it('show the minute of their last use', async () => {
    const user = await api.user();
    const { key } = await createKey(user);
    await program.request(infoPath, withKey(key));
    await vi.waitFor(async () => {
      const [used] = await list(user);
      expect(used?.last_used_at).toMatch(/:00\.000Z$/);
    });
  });
});

describe('a request with a key', () => {
  it.each(['Key', 'key', 'Bearer', 'bearer'])(
    'acts for the key’s owner with the scheme %s',
    async (scheme) => {
      const user = await api.user({ credits: 700 });
      const { key } = await createKey(user);
      const reply = await program.request(infoPath, withKey(key, scheme));
      expect(reply.status).toBe(200);
      expect(reply.body).toMatchObject({ user: { id: user.userId }, credits: { left_credits: 700 } });
      expect(reply.headers.get('set-cookie')).toBeNull();
      expect(reply.headers.get('cache-control')).toBe('no-store');
    },
  );

  it('creates a generation without an Origin, which only the owner’s programs can see', async () => {
    const [user, other] = [await api.user(), await api.user()];
    const [{ key }, { key: foreignKey }] = [await createKey(user), await createKey(other)];
    const created = await program.post(createVideoPath, textToVideo, withKey(key));
    expect(created.status).toBe(200);
    const { id } = created.body as { id: string };
    const elsewhere = { ...withKey(key), origin: 'https://elsewhere.test' };
    expect((await program.post(createVideoPath, textToVideo, elsewhere)).status).toBe(200);
    expect((await program.request(`/api/generations/${id}`, withKey(key))).status).toBe(200);
    expect((await program.request(`/api/generations/${id}`, withKey(foreignKey))).status).toBe(404);
    await api.store.expectWholeLedger();
  });

  it('acts for the key’s owner even when it carries another user’s cookie', async () => {
    const [user, other] = [await api.user(), await api.user()];
    const { key } = await createKey(user);
    const { headers } = withKey(key);
    expect((await other.get(infoPath, headers)).body).toMatchObject({ user: { id: user.userId } });
    const bad = await other.get(infoPath, { authorization: 'Key atl_nothing' });
    expect([bad.status, bad.body]).toEqual([401, notValid]);
    expect(other.cookies.has('sid')).toBe(true);
  });

  it('is refused once the key is revoked', async () => {
    const user = await api.user();
    const { id, key } = await createKey(user);
    expect((await revoke(user, id)).body).toEqual({ success: true, id });
    const reply = await program.request(infoPath, withKey(key));
    expect([reply.status, reply.body]).toEqual([401, notValid]);
    expect((await revoke(user, id)).status).toBe(404);
    expect(await list(user)).toEqual([]);
  });

  it.each([
    'Key',
    'Key ',
    'Key something-else',
    'Key atl_',
    `Key atl_${'a'.repeat(43)}`,
    `Key atl_${'a'.repeat(44)}`,
    `Key atl_${'a'.repeat(42)}é`,
    `Bearer atl_${'a'.repeat(43)}`,
    'Bearer atl_',
    'Key id:secret-of-fal',
  ])('is refused, and never treated as anonymous, with %s', async (authorization) => {
    const headers = { authorization: Buffer.from(authorization).toString('latin1') };
    for (const where of [infoPath, '/api/pricing', '/media/u/nothing']) {
      const reply = await program.get(where, headers);
      expect([reply.status, reply.body]).toEqual([401, notValid]);
    }
  });

  it.each(['Bearer of-a-proxy', 'Basic dXNlcjpwYXNz', 'Keyring x', ''])(
    'is not recognized in the header %j',
    async (authorization) => {
      expect((await program.get('/api/pricing', { authorization })).status).toBe(200);
      expect((await (await api.user()).get(infoPath, { authorization })).status).toBe(200);
    },
  );

  it('reads its owner’s files and no other user’s', async () => {
    const [user, other] = [await api.user(), await api.user()];
    const [{ key }, { key: foreignKey }] = [await createKey(user), await createKey(other)];
    const image = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const form = new FormData();
    form.set('image_data', new Blob([new Uint8Array(image)], { type: 'image/png' }), 'a.png');
    const sent = await fetch(`${api.url}/api/upload-image-wan-i2v`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Key ${key}` },
    });
    expect(sent.status).toBe(200);
    const [file] = /\/media\/[^"]+/.exec(await sent.text()) ?? [''];
    expect((await program.request(file, withKey(key))).status).toBe(200);
    expect((await program.request(file, { ...withKey(key), method: 'HEAD' })).status).toBe(200);
    expect((await program.request(file, withKey(foreignKey))).status).toBe(404);
    expect((await program.get(file)).status).toBe(404);
  });

  it('gets 404 for an unknown path', async () => {
    const { key } = await createKey(await api.user());
    expect((await program.request('/api/nothing', withKey(key))).status).toBe(404);
  });

  it('has no administrator rights, even with an administrator’s key', async () => {
    const operator = await api.user({ email: 'ops@atelier.test' });
    const { key } = await createKey(operator);
    expect((await operator.get('/api/admin/users')).status).toBe(200);
    for (const where of ['/api/admin/users', '/ops/queues']) {
      const reply = await program.request(where, withKey(key));
      expect([where, reply.status, reply.body]).toEqual([where, 403, notAllowed]);
    }
    expect((await program.request('/metrics', withKey(key, 'Bearer'))).status).toBe(404);
    expect((await program.request(infoPath, withKey(key))).body).toMatchObject({ user: { is_admin: false } });
  });

  it('does not interfere with the token for /metrics', async () => {
    const headers = { authorization: 'Bearer token-of-the-operator' };
    expect((await program.get('/metrics', headers)).status).toBe(200);
  });

  it('succeeds even when the use of the key cannot be recorded', async () => {
    const { pool } = api.store.owner;
    const { key } = await createKey(await api.user());
    await pool.query('alter table api_key add constraint never check (last_used_at is null) not valid');
    expect((await program.request(infoPath, withKey(key))).status).toBe(200);
    await vi.waitFor(() => expect(api.logText()).toContain('API key use not recorded'));
    await pool.query('alter table api_key drop constraint never');
  });

  it('shares the rate limit with its owner’s browser', async () => {
    const strict = await startTestApi({ settings: { LIMIT_CREATE_PER_MINUTE: '2' } });
    const user = await strict.user();
    const { key } = await createKey(user);
    const byKey = () => strict.browser().post(createVideoPath, textToVideo, withKey(key));
    const statuses = [
      (await user.post(createVideoPath, textToVideo)).status,
      (await byKey()).status,
      (await byKey()).status,
      (await user.post(createVideoPath, textToVideo)).status,
    ];
    expect(statuses).toEqual([200, 200, 429, 429]);
    await strict.store.expectWholeLedger();
    await strict.close();
  });

  it('leaves no key in logs or replies', async () => {
    const { key } = await createKey(await api.user());
    const unknown = `atl_${'planted-key-'.repeat(4).slice(0, 43)}`;
    const replies = [
      await program.request(`/api/user/info?key=${key}&x=${unknown}`, withKey(key)),
      await program.request(`/api/generations/${key}`, withKey(key)),
      await program.request(`/api/nothing/${unknown}`, withKey(unknown)),
      await program.post(createVideoPath, { ...textToVideo, prompt: '', [key]: key }, withKey(key)),
      await program.post(path, { name: key }, withKey(key, 'Bearer')),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 400, 401, 400, 403]);
    for (const reply of replies)
      for (const secret of [key, unknown]) expect(reply.bytes.toString()).not.toContain(secret.slice(4));
    expect(api.logText()).toContain('/api/user/info');
    for (const secret of [key, unknown]) expect(api.logText()).not.toContain(secret.slice(4));
  });
});
