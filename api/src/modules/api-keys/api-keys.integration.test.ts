import { randomUUID } from 'node:crypto';
import type { ApiKeysReply } from '@atelier/contract';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createKey, withKey } from '../../testing/api-key.ts';
import { auditEvents } from '../../testing/audit-events.ts';
import { endGeneration } from '../../testing/endings.ts';
import { refusal } from '../../testing/refusal.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import { createVideoPath, textToVideo } from '../../testing/submissions.ts';

const api = await startTestApi({ settings: { LOG_LEVEL: 'trace', METRICS_TOKEN: 'token-of-the-operator' } });
afterAll(() => api.close());

const path = '/api/user/api-keys';
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const infoPath = '/api/user/info';
const program = api.browser();
const notValid = refusal('invalid_api_key', 'This API key is not valid or has been revoked');
const notAllowed = refusal('api_key_not_allowed', 'Sign in with the browser to do this');

const list = async (user: TestUser) => ((await user.get(path)).body as ApiKeysReply).data;
const setBudgets = (user: TestUser, id: string, body: unknown) =>
  user.request(`${path}/${id}`, { method: 'PATCH', body });
const revoke = (user: TestUser, id: string) => user.request(`${path}/${id}`, { method: 'DELETE' });

it('the audit log counts refused keys, with the account when the key is known', async () => {
  const user = await api.user();
  const { id, key } = await createKey(user, { scopes: ['read'] });
  const unknown = `atl_${'A'.repeat(43)}`;
  for (let time = 0; time < 3; time += 1) await program.request(infoPath, withKey(unknown));
  await program.request(path, withKey(key));
  await program.post(createVideoPath, textToVideo, withKey(key));
  expect(await auditEvents(api, { name: 'api_key_refused' })).toMatchObject([
    { actor: 'anonymous', occurrences: 3, details: { route: infoPath, code: 'invalid_api_key' } },
    {
      actor: 'api_key',
      actor_id: id,
      user_id: user.userId,
      details: { route: path, code: 'api_key_not_allowed' },
    },
    { actor: 'api_key', actor_id: id, details: { route: createVideoPath, code: 'key_scope_missing' } },
  ]);
  expect(api.logText()).not.toContain(unknown);
});

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
      client: null,
      created_at: expect.any(String),
      last_used_at: null,
      scopes: ['generate', 'read', 'files'],
      expires_at: null,
      is_expired: false,
      daily_budget_credits: null,
      total_budget_credits: null,
      ask_above_credits: null,
      job_budget_credits: null,
      kinds: null,
      spent_today_credits: 0,
      spent_credits: 0,
    });
    const { key, ...shown } = reply.body as { key: string; ending: string };
    expect(key.slice(-4)).toBe(shown.ending);
    expect(await list(user)).toEqual([shown]);

    const { rows } = await api.store.owner.pool.query('select to_jsonb(api_key) as row from api_key');
    expect(JSON.stringify(rows)).not.toContain(key.slice(4, -4));
  });

  it('are created only by a user who has just signed in', async () => {
    const user = await api.user();
    await api.ageSignIn(user);
    const reply = await user.post(path, { name: 'Later' });
    const sentence = 'Please sign in again to confirm that it is you';
    expect([reply.status, reply.body]).toEqual([403, refusal('sign_in_again', sentence)]);
    expect(await list(user)).toEqual([]);
  });

  it('leave their creation, changes and end in the audit log, without the key', async () => {
    const user = await api.user();
    const budgets = {
      daily_budget_credits: 600,
      total_budget_credits: null,
      ask_above_credits: 50,
      job_budget_credits: 400,
      kinds: ['text-to-video'],
    };
    const { id, key } = await createKey(user, budgets);
    await setBudgets(user, id, budgets);
    await revoke(user, id);
    const { rows } = await api.store.owner.pool.query(
      'select name, actor, actor_id, details from audit_event where user_id = $1 order by id',
      [user.userId],
    );
    const actor = { actor: 'user', actor_id: user.userId };
    expect(rows).toEqual([
      {
        name: 'api_key_created',
        ...actor,
        details: {
          key_id: id,
          ending: key.slice(-4),
          scopes: ['generate', 'read', 'files'],
          expires_at: null,
          ...budgets,
        },
      },
      {
        name: 'api_key_changed',
        ...actor,
        details: { key_id: id, ending: key.slice(-4), expires_at: null, ...budgets },
      },
      { name: 'api_key_revoked', ...actor, details: { key_id: id } },
    ]);
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

  it.each([
    [{ scopes: ['read'] }, 200],
    [{ scopes: ['files', 'generate'] }, 200],
    [{ scopes: [] }, 400],
    [{ scopes: ['read', 'read'] }, 400],
    [{ scopes: ['admin'] }, 400],
    [{ scopes: 'read' }, 400],
    [{ scopes: null }, 400],
    [{ expires_at: null }, 200],
    [{ expires_at: inDays(1) }, 200],
    [{ expires_at: inDays(1_826) }, 200],
    [{ expires_at: inDays(1_827) }, 400],
    [{ expires_at: inDays(-1) }, 400],
    [{ expires_at: '2030-01-01' }, 400],
    [{ expires_at: 'soon' }, 400],
    [{ daily_budget_credits: 0, total_budget_credits: 1_000_000_000 }, 200],
    [{ daily_budget_credits: -1 }, 400],
    [{ total_budget_credits: 1_000_000_001 }, 400],
    [{ total_budget_credits: 1.5 }, 400],
    [{ total_budget_credits: '100' }, 400],
  ])('validate %j with status %i', async (wanted, status) => {
    const reply = await (await api.user()).post(path, { name: 'x', ...wanted });
    expect(reply.status).toBe(status);
    const [[field = '']] = Object.keys(wanted) as unknown as [[string]];
    if (status === 200) expect(reply.body).toMatchObject(wanted);
    else
      expect(reply.body).toMatchObject({
        code: 'validation_failed',
        issues: [{ path: expect.stringContaining(field) }],
      });
  });

  it('show the minute of their last use', async () => {
    const user = await api.user();
    const { key } = await createKey(user);
    await program.request(infoPath, withKey(key));
    await vi.waitFor(
      async () => {
        const [used] = await list(user);
        expect(used?.last_used_at).toMatch(/:00\.000Z$/);
      },
      { timeout: 20_000 },
    );
  });
});

describe('the budgets of a key', () => {
  const submit = (key: string) => program.post(createVideoPath, textToVideo, withKey(key));

  it.each([
    ['daily', { daily_budget_credits: 700 }, expect.stringMatching(/T00:00:00.000Z$/)],
    ['total', { total_budget_credits: 700 }, null],
  ])('refuse what exceeds the %s one, with both figures', async (budget, wanted, freesAt) => {
    const user = await api.user();
    const { key } = await createKey(user, wanted);
    const statuses = [(await submit(key)).status, (await submit(key)).status];
    const refused = await submit(key);
    expect([...statuses, refused.status]).toEqual([200, 200, 403]);
    const details = { budget, cap: 700, spent: 600, required: 300, frees_at: freesAt };
    const sentence = 'This would exceed the budget of this API key';
    expect(refused.body).toEqual(refusal('key_budget_reached', sentence, details));
    expect(await list(user)).toMatchObject([{ spent_today_credits: 600, spent_credits: 600 }]);
    expect((await user.post(createVideoPath, textToVideo)).status).toBe(200);
    await api.store.expectWholeLedger();
  });

  it.each([
    [{ kinds: ['flux-schnell'] }, { code: 'key_kind_not_allowed', kinds: ['flux-schnell'] }],
    [{ job_budget_credits: 299 }, { code: 'key_budget_reached', budget: 'job', cap: 299, required: 300 }],
  ])(
    'refuse a model and a price that %j does not allow, in a call, a batch and a quote',
    async (wanted, why) => {
      const user = await api.user();
      const { key } = await createKey(user, wanted);
      const line = { kind: 'text-to-video', input: { prompt: textToVideo.prompt } };
      const [single, batch, quote] = [
        await submit(key),
        await program.post('/api/batches', { lines: [line] }, withKey(key)),
        await program.post('/api/quotes', line, withKey(key)),
      ];
      expect([single.status, single.body]).toEqual([403, expect.objectContaining(why)]);
      expect([batch.status, batch.body]).toEqual([403, expect.objectContaining(why)]);
      expect(quote.body).toMatchObject({ refusal: why });
      expect(await list(user)).toMatchObject([{ spent_credits: 0 }]);
      await api.store.expectWholeLedger();
    },
  );

  it('name kinds that exist', async () => {
    const reply = await (await api.user()).post(path, { name: 'One', kinds: ['text-to-video', 'no-such'] });
    expect([reply.status, reply.body]).toMatchObject([
      400,
      { issues: [{ path: 'kinds.1', code: 'unknown_kind' }] },
    ]);
  });

  it('are changed by their owner, and raised only after a fresh sign-in', async () => {
    const [user, other] = [await api.user(), await api.user()];
    const { id, key } = await createKey(user, { total_budget_credits: 600 });
    const budgets = (daily: number | null, total: number | null) => ({
      daily_budget_credits: daily,
      total_budget_credits: total,
    });
    expect((await setBudgets(other, id, budgets(1, 1))).status).toBe(404);
    expect((await setBudgets(user, randomUUID(), budgets(1, 1))).status).toBe(404);
    await api.store.owner.pool.query(
      `update user_session set created_at = now() - interval '11 minutes' where user_id = $1`,
      [user.userId],
    );
    const lowered = await setBudgets(user, id, budgets(300, 500));
    expect([lowered.status, lowered.body]).toMatchObject([200, { data: { id, ...budgets(300, 500) } }]);
    expect((await submit(key)).status).toBe(200);
    expect((await submit(key)).body).toMatchObject({ code: 'key_budget_reached', cap: 500 });
    for (const raised of [budgets(301, 500), budgets(300, 501), budgets(null, 500), budgets(300, null)])
      expect((await setBudgets(user, id, raised)).body).toMatchObject({ code: 'sign_in_again' });
    await api.store.owner.pool.query('update user_session set created_at = now() where user_id = $1', [
      user.userId,
    ]);
    expect((await setBudgets(user, id, budgets(null, null))).status).toBe(200);
    expect((await submit(key)).status).toBe(200);
    for (const body of [{}, budgets(-1, 0), { daily_budget_credits: 1 }, budgets(0.5, null)])
      expect((await setBudgets(user, id, body)).body).toMatchObject({ code: 'validation_failed' });
    await api.store.expectWholeLedger();
  });

  it('cannot be changed with the key', async () => {
    const { id, key } = await createKey(await api.user(), { total_budget_credits: 1 });
    const body = { daily_budget_credits: null, total_budget_credits: null };
    const reply = await program.request(`${path}/${id}`, { ...withKey(key), method: 'PATCH', body });
    expect([reply.status, reply.body]).toEqual([403, notAllowed]);
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

  it('is refused with words of its own once the key has expired, while what it started goes on', async () => {
    const user = await api.user({ credits: 1_000 });
    const { id: keyId, key } = await createKey(user, { expires_at: inDays(1) });
    const created = await program.post(createVideoPath, textToVideo, withKey(key));
    const { id } = created.body as { id: string };
    const { rows } = await api.store.owner.pool.query(
      `update api_key set expires_at = now() - interval '1 minute' where id = $1 returning expires_at`,
      [keyId],
    );
    const reply = await program.request(infoPath, withKey(key));
    const sentence = 'This API key has expired; create a new one';
    const details = { expired_at: rows[0].expires_at.toISOString() };
    expect([reply.status, reply.body]).toEqual([401, refusal('api_key_expired', sentence, details)]);
    expect(await list(user)).toMatchObject([{ id: keyId, is_expired: true }]);
    await endGeneration(api.deps, id, { status: 'completed', chargeCredits: 300, error: null });
    expect((await user.get(infoPath)).body).toMatchObject({
      credits: { left_credits: 700, held_credits: 0 },
    });
    await api.store.expectWholeLedger();
  });

  it('leaves generations that settle after the key was revoked', async () => {
    const user = await api.user({ credits: 1_000 });
    const { id: keyId, key } = await createKey(user);
    const ids = [];
    for (let count = 0; count < 2; count += 1) {
      const created = await program.post(createVideoPath, textToVideo, withKey(key));
      ids.push((created.body as { id: string }).id);
    }
    await revoke(user, keyId);
    const [done = '', failed = ''] = ids;
    await endGeneration(api.deps, done, { status: 'completed', chargeCredits: 300, error: null });
    const error = { code: 'no_output' as const, detail: null };
    await endGeneration(api.deps, failed, { status: 'failed', chargeCredits: 0, error });
    expect((await user.get(infoPath)).body).toMatchObject({
      credits: { left_credits: 700, held_credits: 0 },
    });
    await api.store.expectWholeLedger();
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
    await vi.waitFor(() => expect(api.logText()).toContain('API key use not recorded'), { timeout: 20_000 });
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
