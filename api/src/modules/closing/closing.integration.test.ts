import { randomBytes, randomUUID } from 'node:crypto';
import type { CloseAccountReply, ClosingReply, ErasureReply, ErasureStatement } from '@atelier/contract';
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createKey, withKey } from '../../testing/api-key.ts';
import { connectSocket } from '../../testing/connect-socket.ts';
import { answerByProvider, finishVideo, sendToProvider } from '../../testing/endings.ts';
import { inLanes } from '../../testing/in-lanes.ts';
import { issue, refusal } from '../../testing/refusal.ts';
import { publicUrl, startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import { createVideoPath, submitVideo, textToVideo } from '../../testing/submissions.ts';
import { openTestStore } from '../../testing/test-store.ts';

const store = await openTestStore();
const settings = { WEBHOOK_SIGNING_KEY: randomBytes(32).toString('base64') };
const [api, other] = [await startTestApi({ store, settings }), await startTestApi({ store })];
const { pool } = store.owner;
afterEach(() => store.expectWholeLedger());
afterAll(async () => {
  await Promise.all([api.close(), other.close()]);
  await store.close();
});

const infoPath = '/api/user/info';
const close = (user: TestUser, email = user.email) => user.post('/api/user/close', { email });

/** Closes the account and signs in again, which is all that its owner can do then. */
async function closeAndReturn(user: TestUser): Promise<{ closed: TestUser; reply: CloseAccountReply }> {
  const reply = await close(user);
  expect(reply.status).toBe(200);
  const closed = await api.user({ email: user.email, credits: 0 });
  return { closed, reply: reply.body as CloseAccountReply };
}

const refused = ({ erased_at }: CloseAccountReply) => [
  403,
  refusal('account_closed', 'This account is closed', { erased_at }),
];

async function readAudit({ userId }: TestUser): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    'select name from audit_event where user_id = $1 order by id',
    [userId],
  );
  return rows.map(({ name }) => name);
}

describe('closing an account', () => {
  it('takes a recent sign-in and the typed address of the account', async () => {
    const user = await api.user();
    const mistyped = await close(user, 'other@example.test');
    const message = 'Type the e-mail address of this account';
    expect(mistyped).toMatchObject({ status: 400, body: { issues: [issue('email', message)] } });
    await pool.query(
      `update user_session set created_at = now() - interval '11 minutes' where user_id = $1`,
      [user.userId],
    );
    expect((await close(user)).body).toMatchObject({ code: 'sign_in_again' });
    expect((await user.get(infoPath)).status).toBe(200);
    expect(await readAudit(user)).toEqual([]);
  });

  it('takes the address in any case and says when the account will be erased and where the statement will be', async () => {
    const user = await api.user();
    const reply = await close(user, ` ${user.email.toUpperCase()} `);
    const { closed_at, erased_at, statement_token } = reply.body as CloseAccountReply;
    expect(Date.parse(erased_at) - Date.parse(closed_at)).toBe(14 * 86_400_000);
    expect(await readAudit(user)).toEqual(['erasure_requested']);
    const statement = await api.browser().get(`/api/erasures/${statement_token}`);
    expect([statement.status, statement.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(statement.body).toEqual({
      state: 'closed',
      requested_at: closed_at,
      erased_at,
      statement: null,
      signed_statement: null,
    } satisfies ErasureReply);
  });

  it('ends every session with its sockets on all processes, and every key', async () => {
    const user = await api.user();
    const { key } = await createKey(user);
    const elsewhere = await other.user({ email: user.email, credits: 0 });
    const sockets = await Promise.all([connectSocket(api, user), connectSocket(other, elsewhere)]);
    const ended = sockets.map((socket) => new Promise((resolve) => socket.once('disconnect', resolve)));
    expect((await close(user)).status).toBe(200);
    await Promise.all(ended);
    expect(user.cookies.has('sid')).toBe(false);
    expect((await elsewhere.get(infoPath)).status).toBe(401);
    const withRevoked = await api.browser().request(infoPath, withKey(key));
    expect(withRevoked.body).toMatchObject({ code: 'invalid_api_key' });
  });

  it('cancels what was not submitted yet, asks fal to cancel the rest, and leaves what is being saved', async () => {
    const user = await api.user();
    const [waiting, running, saving] = [
      await submitVideo(user),
      await submitVideo(user),
      await submitVideo(user),
    ];
    await sendToProvider(api.deps, running);
    await answerByProvider(api.deps, saving);
    await close(user);
    const { rows } = await pool.query(
      'select id, status, stage from generation where user_id = $1 order by created_at',
      [user.userId],
    );
    expect(rows).toEqual([
      { id: waiting, status: 'cancelled', stage: 'done' },
      { id: running, status: 'processing', stage: 'cancelling' },
      { id: saving, status: 'processing', stage: 'saving' },
    ]);
  });

  it('makes public files private at once, and only for as long as the account is closed', async () => {
    const user = await api.user();
    const { key } = await finishVideo(api.deps, user, { is_public: true });
    const stranger = api.browser();
    expect((await stranger.get(`/media/${key}`)).status).toBe(200);
    const { closed } = await closeAndReturn(user);
    expect((await stranger.get(`/media/${key}`)).status).toBe(404);
    expect((await closed.get(`/media/${key}`)).status).toBe(403);
    await closed.post('/api/user/keep');
    expect((await stranger.get(`/media/${key}`)).status).toBe(200);
  });

  it('wins over submissions that are under way: none is left running', async () => {
    const user = await api.user();
    const submissions = Array.from({ length: 12 }, () => user.post(createVideoPath, textToVideo));
    const [closed] = await Promise.all([close(user), ...submissions]);
    expect(closed.status).toBe(200);
    const { rows } = await pool.query(
      `select count(*)::int as running from generation where user_id = $1 and finished_at is null`,
      [user.userId],
    );
    expect(rows).toEqual([{ running: 0 }]);
  });

  it('cancels all that wait in the line, with their credits, and starts none', {
    timeout: 120_000,
  }, async () => {
    const strict = await startTestApi({ store, settings: { ...settings, LIMIT_RUNNING: '2' } });
    const user = await strict.user({ credits: 150_000 });
    await inLanes(Array.from({ length: 500 }), () => submitVideo(user));
    await close(user);
    const { rows } = await pool.query(
      `select status, count(*)::int, count(started_at)::int as started from generation where user_id = $1 group by 1`,
      [user.userId],
    );
    expect(rows).toEqual([{ status: 'cancelled', count: 500, started: 0 }]);
    const account = await pool.query(
      'select available, held, running, waiting from credit_account where user_id = $1',
      [user.userId],
    );
    expect(account.rows).toEqual([{ available: 150_000, held: 0, running: 0, waiting: 0 }]);
    await strict.close();
  });

  it('closes once, however often it is requested', async () => {
    const user = await api.user();
    const replies = await Promise.all([close(user), close(user), close(user)]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await readAudit(user)).toEqual(['erasure_requested']);
  });
});

type Document = { paths: Record<string, Record<string, object>> };
const { paths } = (await api.browser().get('/api/openapi.json')).body as Document;
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => ({ name: `${method} ${path}`, path, method })),
);

/** All that the owner of a closed account may call. A new route is closed to them unless it is added here. */
const openToClosed = [
  'get /api/auth/login',
  'get /api/auth/callback',
  'post /api/auth/logout',
  'get /api/user/closing',
  'post /api/user/close',
  'post /api/user/keep',
  'get /api/erasures/{token}',
  'get /api/user/take-out',
  'post /api/user/take-out',
  'post /api/user/take-out/{id}/address',
  'get /api/user/take-out/{id}/archive.zip',
  'get /api/legal/{page}',
  'get /api/retention',
  // The same for everyone.
  'get /api/oembed',
  'get /api/pricing',
  'get /api/status',
  'get /api/kinds/closures',
  'get /.well-known/content-credentials.json',
  'get /.well-known/jwks.json',
  'get /.well-known/ledger/checkpoints',
  'get /.well-known/ledger/log',
];

describe('the session of a closed account', async () => {
  const { closed, reply: closing } = await closeAndReturn(await api.user({ email: 'ops@atelier.test' }));

  it.each(operations.filter(({ name }) => !openToClosed.includes(name)))(
    'is refused by $name with the time of the erasure',
    async ({ path, method }) => {
      const url = path.replace(/\{\w+\}/g, () => randomUUID());
      const reply = await closed.request(url, { method: method.toUpperCase() });
      expect([reply.status, reply.body]).toMatchObject(refused(closing));
    },
  );

  it('is refused as a socket, by the metrics and by the queue board, though its owner was an operator', async () => {
    await expect(connectSocket(api, closed)).rejects.toMatchObject({ data: { code: 'please_login' } });
    expect((await closed.get('/metrics')).status).toBe(404);
    expect((await closed.get('/ops/queues')).status).toBe(404);
  });

  it('reads when the account will be erased, and signs out', async () => {
    const reply = await closed.get('/api/user/closing');
    expect(reply.body).toEqual({ closing, erasure_days: 14 } satisfies ClosingReply);
    const elsewhere = await api.user({ email: closed.email, credits: 0 });
    await elsewhere.post('/api/auth/logout');
    expect((await elsewhere.get('/api/user/closing')).status).toBe(401);
  });
});

describe('keeping a closed account', () => {
  it('opens it again with its credits; its keys stay revoked', async () => {
    const user = await api.user({ credits: 1_000 });
    const { key } = await createKey(user);
    const { closed, reply } = await closeAndReturn(user);
    expect((await closed.post('/api/user/keep')).body).toEqual({ success: true });
    expect((await closed.get(infoPath)).body).toMatchObject({ credits: { left_credits: 1_000 } });
    await submitVideo(closed);
    expect((await api.browser().request(infoPath, withKey(key))).status).toBe(401);
    expect((await closed.get('/api/user/closing')).body).toMatchObject({ closing: null });
    const statement = await api.browser().get(`/api/erasures/${reply.statement_token}`);
    expect(statement.body).toMatchObject({ state: 'kept', statement: null });
    expect(await readAudit(user)).toEqual(['api_key_created', 'erasure_requested', 'erasure_withdrawn']);
  });

  it('leaves the lock of an operator in place', async () => {
    const user = await api.user();
    await pool.query('update app_user set locked_at = now() where id = $1', [user.userId]);
    const { closed } = await closeAndReturn(user);
    await closed.post('/api/user/keep');
    const reply = await closed.post(createVideoPath, textToVideo);
    expect(reply.body).toMatchObject({ code: 'account_locked' });
  });

  it('changes nothing for an open account, and may be repeated and followed by another closing', async () => {
    const user = await api.user();
    expect((await user.post('/api/user/keep')).status).toBe(200);
    const { closed } = await closeAndReturn(user);
    await Promise.all([closed.post('/api/user/keep'), closed.post('/api/user/keep')]);
    await closeAndReturn(closed);
    expect(await readAudit(user)).toEqual(['erasure_requested', 'erasure_withdrawn', 'erasure_requested']);
  });

  it('is too late once the erasure has begun', async () => {
    const user = await api.user();
    const { closed, reply } = await closeAndReturn(user);
    await pool.query(
      `update erasure set due_at = now(), started_at = now(), step = 'files' where user_id = $1`,
      [user.userId],
    );
    await closed.post('/api/user/keep');
    expect((await closed.get(infoPath)).status).toBe(403);
    const statement = await api.browser().get(`/api/erasures/${reply.statement_token}`);
    expect(statement.body).toMatchObject({ state: 'erasing', statement: null });
  });
});

it('the statement of an erasure is readable without a session, and the published keys verify it', async () => {
  const user = await api.user();
  const { reply } = await closeAndReturn(user);
  const statement: ErasureStatement = {
    type: 'atelier.erasure.v1',
    issuer: publicUrl,
    account: user.userId,
    pseudonym: `erased-${user.userId}`,
    requested_at: reply.closed_at,
    started_at: reply.erased_at,
    erased_at: reply.erased_at,
    erased: { files: 2, generation: 1 },
    forfeited_credits: 20_000,
    kept: { ledger_entry: 2 },
    not_covered: ['backups'],
  };
  // Leaves the erasure as the worker does.
  await pool.query(
    `update erasure set due_at = $2, started_at = $2, finished_at = $2, step = 'done', statement = $3, signed_statement = $4
      where user_id = $1`,
    [user.userId, reply.erased_at, statement, api.deps.webhookSigner?.signDocument(statement)],
  );
  const shown = await api.browser().get(`/api/erasures/${reply.statement_token}`);
  const { signed_statement, ...body } = shown.body as ErasureReply;
  const { closed_at: requested_at, erased_at } = reply;
  expect(body).toEqual({ state: 'erased', requested_at, erased_at, statement });
  const keys = createLocalJWKSet((await api.browser().get('/.well-known/jwks.json')).body as JSONWebKeySet);
  const { payload } = await compactVerify(signed_statement ?? '', keys);
  expect(JSON.parse(new TextDecoder().decode(payload))).toEqual(statement);
});

it('the log contains neither the address nor the prompts of a user', { tags: 'each-rule' }, async () => {
  const marker = `quokka${randomBytes(6).toString('hex')}`;
  const logging = await startTestApi({ store, settings: { LOG_LEVEL: 'debug' } });
  const user = await logging.user({ email: `${marker}@example.test` });
  await submitVideo(user, { prompt: `A ${marker} in the rain` });
  await user.get(`/api/video-generation/history?search=${marker}`);
  await user.post(createVideoPath, { ...textToVideo, prompt: marker.repeat(200) });
  await user.post('/api/user/api-keys', { name: marker });
  await logging.browser().get(`/api/auth/login?login_hint=${marker}%40example.test`);
  await closeAndReturn(user);
  await logging.close();
  expect(logging.logText()).toContain('/api/video-generation/history');
  expect(logging.logText()).not.toContain(marker);
});

it('an unknown token has no statement', async () => {
  const token = 'A'.repeat(43);
  expect((await api.browser().get(`/api/erasures/${token}`)).status).toBe(404);
  expect((await api.browser().get('/api/erasures/short')).status).toBe(400);
});
