import { randomBytes, randomUUID } from 'node:crypto';
import type { Approval, ApprovalReply, ApprovalsReply, QuoteReply } from '@atelier/contract';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createKey, withKey } from '../../testing/api-key.ts';
import { connectSocket } from '../../testing/connect-socket.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import { createImagePath, createVideoPath, textToImage, textToVideo } from '../../testing/submissions.ts';
import { openTestStore } from '../../testing/test-store.ts';

const store = await openTestStore();
const api = await startTestApi({
  store,
  settings: {
    WEBHOOK_SIGNING_KEY: randomBytes(32).toString('base64'),
    LIMIT_CREATE_PER_MINUTE: '100000',
    LIMIT_REQUESTS_PER_MINUTE: '100000',
    RUN_WAIT_SECONDS: '0.2',
  },
});
const { pool } = store.owner;
afterEach(() => store.expectWholeLedger());
afterAll(async () => {
  await api.close();
  await store.close();
});

const program = api.browser();
/** Costs 300 credits. */
const video = { kind: 'text-to-video', input: { prompt: 'A paper boat on the rain' } };
/** Costs 20 credits. */
const fox = { kind: 'flux-schnell', input: { prompt: 'A red fox' } };

let user: TestUser;
let key: string;
let keyId: string;
beforeEach(async () => {
  user = await api.user({ credits: 5_000 });
  ({ key, id: keyId } = await createKey(user, { ask_above_credits: 100 }));
});

const create = (body: object, by = key) => program.post('/api/generations', body, withKey(by));
const createBatch = (lines: object[], more: object = {}) =>
  program.post('/api/batches', { lines, ...more }, withKey(key));
type Refused = { code: string; cost: number; approval: { id: string; url: string; expires_at: string } };
const readRefused = (reply: { body: unknown }) => reply.body as Refused;

async function ask(body: object = video): Promise<Refused['approval']> {
  const reply = await create(body);
  expect([reply.status, readRefused(reply).code]).toEqual([403, 'approval_needed']);
  return readRefused(reply).approval;
}

const answer = (id: string, text = 'approve', as = user) =>
  as.post(`/api/approvals/${id}/answer`, { answer: text });
const read = async (id: string) => ((await user.get(`/api/approvals/${id}`)).body as ApprovalReply).approval;
const listOpen = async (): Promise<Approval[]> =>
  ((await user.get('/api/approvals')).body as ApprovalsReply).data;

async function countMade(): Promise<number> {
  const { rows } = await pool.query('select count(*)::integer as count from generation where user_id = $1', [
    user.userId,
  ]);
  return rows[0].count;
}
const readAvailable = async () => {
  const { rows } = await pool.query('select available from credit_account where user_id = $1', [user.userId]);
  return Number(rows[0].available);
};

describe('a submission above what its key may spend without asking', () => {
  it('is refused with the page on which its owner answers, and reserves nothing', async () => {
    const reply = await create(video);
    expect([reply.status, reply.body]).toMatchObject([
      403,
      { code: 'approval_needed', cost: 300, approval: { expires_at: expect.any(String) } },
    ]);
    const { approval } = readRefused(reply);
    expect(approval.url).toBe(`${api.deps.env.PUBLIC_URL}/approvals/${approval.id}`);
    expect(Date.parse(approval.expires_at) - Date.now()).toBeGreaterThan(3_500_000);
    expect(await countMade()).toBe(0);
    expect(await read(approval.id)).toEqual({
      id: approval.id,
      key: { id: keyId, name: 'A program', ending: key.slice(-4) },
      cost_credits: 300,
      count: 1,
      kinds: [{ kind: 'text-to-video', count: 1 }],
      prompt: 'A paper boat on the rain',
      created_at: expect.any(String),
      expires_at: approval.expires_at,
      status: 'open',
      answered_at: null,
    });
    expect((await user.get(`/api/approvals/${approval.id}`)).body).toMatchObject({ left_credits: 5_000 });
  });

  it('is accepted at the limit, below it, and in the browser', async () => {
    expect((await create(fox)).status).toBe(200);
    expect((await createBatch(Array.from({ length: 5 }, () => fox))).status).toBe(200);
    expect((await user.post('/api/generations', video)).status).toBe(200);
    expect(await listOpen()).toEqual([]);
  });

  it('asks once however often and in however many calls it is repeated', async () => {
    const replies = await Promise.all(Array.from({ length: 50 }, () => create(video)));
    const ids = new Set(replies.map((reply) => readRefused(reply).approval.id));
    expect(ids.size).toBe(1);
    expect(await listOpen()).toHaveLength(1);
    const other = await ask({ ...video, input: { prompt: 'Another boat' } });
    expect(ids.has(other.id)).toBe(false);
  });

  it('asks through every door', async () => {
    const doors: [string, string, object][] = [
      ['the call of a medium', createVideoPath, textToVideo],
      ['a batch', '/api/batches', { lines: [video] }],
      ['the fal proxy', '/api/wan/fal/proxy/fal-ai/wan-t2v', video.input],
    ];
    for (const [name, path, body] of doors) {
      const reply = await program.post(path, body, withKey(key));
      expect([name, reply.status, readRefused(reply).code]).toEqual([name, 403, 'approval_needed']);
      expect(await read(readRefused(reply).approval.id)).toMatchObject({ cost_credits: 300, status: 'open' });
    }
    // The same lines are the same request, whichever the door.
    expect(await listOpen()).toHaveLength(1);
    const { key: strict } = await createKey(user, { ask_above_credits: 0 });
    const small: [string, string, object][] = [
      ['the call of images', createImagePath, textToImage],
      ['a direct run', '/api/wan/fal/run/fal-ai/flux/schnell', { prompt: 'A direct fox' }],
      ['OpenAI’s call', '/v1/images/generations', { model: 'flux-schnell', prompt: 'An open fox' }],
    ];
    for (const [name, path, body] of small) {
      const reply = await program.post(path, body, withKey(strict, 'Bearer'));
      const { error, code = (error as { code?: string })?.code } = reply.body as Record<string, unknown>;
      expect([name, reply.status, code]).toEqual([name, 403, 'approval_needed']);
    }
    expect(await countMade()).toBe(0);
  });

  it('gives agents the page as a refusal', async () => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const requestInit = { headers: { authorization: `Bearer ${key}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${api.url}/mcp`), { requestInit }));
    const call = (name: string, given: object) =>
      client.callTool({ name, arguments: given as Record<string, unknown> });
    const quoted = (await call('quote', video)).structuredContent as QuoteReply;
    expect(quoted.refusal).toMatchObject({ code: 'approval_needed', cost: 300, approval: null });
    const request = { ...video, quote: quoted.quote, request_id: randomUUID() };
    const refused = await call('generate', request);
    expect(refused).toMatchObject({
      isError: true,
      structuredContent: { refused: { code: 'approval_needed', approval: { url: expect.any(String) } } },
    });
    const [open] = await listOpen();
    await answer(open?.id ?? '');
    expect((await call('quote', video)).structuredContent).toMatchObject({ refusal: null });
    expect((await call('generate', request)).isError).not.toBe(true);
    await client.close();
    expect(await countMade()).toBe(1);
  });

  it('counts what a model that stands in may cost', async () => {
    const cheap = { ...fox, if_down: { kind: 'flux-dev', max_credits: 500 } };
    expect(readRefused(await create(cheap))).toMatchObject({ code: 'approval_needed', cost: 500 });
  });

  it('is refused for every other reason first, and asks its owner only about what could be made', async () => {
    const poor = await api.user({ credits: 100 });
    const { key: asking } = await createKey(poor, { ask_above_credits: 0 });
    expect((await create(video, asking)).body).toMatchObject({ code: 'insufficient_credits' });
    const { key: bounded } = await createKey(user, { ask_above_credits: 0, total_budget_credits: 200 });
    expect((await create(video, bounded)).body).toMatchObject({ code: 'key_budget_reached' });
    expect(await listOpen()).toEqual([]);
  });

  it('opens no more than twenty requests of a key', { tags: 'each-rule' }, async () => {
    for (let number = 0; number < 20; number += 1)
      await ask({ ...video, input: { prompt: `Boat ${number}` } });
    const reply = await create(video);
    expect([reply.status, readRefused(reply).code]).toEqual([409, 'too_many_approvals']);
    expect(await listOpen()).toHaveLength(20);
  });
});

describe('an approval', () => {
  it('spends nothing; the repeated call does, once', async () => {
    const { id } = await ask();
    const reply = await answer(id);
    expect([reply.status, reply.body]).toMatchObject([
      200,
      { approval: { id, status: 'approved', answered_at: expect.any(String) }, left_credits: 5_000 },
    ]);
    expect(await countMade()).toBe(0);
    expect((await create(video)).status).toBe(200);
    expect(await read(id)).toMatchObject({ status: 'used' });
    expect(await readAvailable()).toBe(4_700);
    expect((await ask()).id).not.toBe(id);
  });

  it('makes exactly one generation of a thousand parallel repetitions', { tags: 'load' }, async () => {
    const { id } = await ask();
    await answer(id);
    const replies = await Promise.all(Array.from({ length: 1_000 }, () => create(video)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const others = replies.filter(({ status }) => status !== 200).map(readRefused);
    expect(new Set(others.map(({ code }) => code))).toEqual(new Set(['approval_needed']));
    expect(new Set(others.map(({ approval }) => approval.id)).size).toBe(1);
    expect(await countMade()).toBe(1);
  });

  it('answers parallel repetitions with one request_id with the one generation', async () => {
    const request = { ...video, request_id: randomUUID() };
    await answer((await ask(request)).id);
    const replies = await Promise.all(Array.from({ length: 200 }, () => create(request)));
    const made = new Set(replies.map(({ body }) => (body as { id?: string }).id));
    expect([...new Set(replies.map(({ status }) => status))]).toEqual([200]);
    expect([made.size, await countMade()]).toEqual([1, 1]);
    expect(await listOpen()).toEqual([]);
  });

  it('makes exactly one batch of parallel repetitions', async () => {
    const lines = [video, fox];
    const asked = readRefused(await createBatch(lines));
    expect(asked).toMatchObject({ code: 'approval_needed', cost: 320 });
    expect(await read(asked.approval.id)).toMatchObject({
      count: 2,
      kinds: [
        { kind: 'text-to-video', count: 1 },
        { kind: 'flux-schnell', count: 1 },
      ],
    });
    await answer(asked.approval.id);
    const replies = await Promise.all(Array.from({ length: 100 }, () => createBatch(lines)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await countMade()).toBe(2);
  });

  it('is for its input and its key', async () => {
    await answer((await ask()).id);
    await ask({ ...video, input: { prompt: 'Another boat' } });
    const { key: other } = await createKey(user, { ask_above_credits: 100 });
    expect(readRefused(await create(video, other)).code).toBe('approval_needed');
    expect((await create(video)).status).toBe(200);
  });

  it('is no approval of another price, about which the owner is asked again', async () => {
    const { id } = await ask();
    await answer(id);
    await pool.query('update approval set cost = 299 where id = $1', [id]);
    const quoted = await program.post('/api/quotes', video, withKey(key));
    expect(quoted.body).toMatchObject({
      refusal: { status: 409, code: 'price_changed', cost: 300, expected_cost: 299, approval: null },
    });
    const reply = await create(video);
    expect([reply.status, reply.body]).toMatchObject([
      409,
      { code: 'price_changed', cost: 300, expected_cost: 299, approval: { url: expect.any(String) } },
    ]);
    const { approval } = readRefused(reply);
    expect((await ask()).id).toBe(approval.id);
    await answer(approval.id);
    expect((await create(video)).status).toBe(200);
  });

  it('lifts no other limit', async () => {
    const { id } = await ask();
    await answer(id);
    await pool.query('update api_key set daily_budget = 200 where id = $1', [keyId]);
    expect((await create(video)).body).toMatchObject({ code: 'key_budget_reached' });
    await pool.query('update api_key set daily_budget = null where id = $1', [keyId]);
    await pool.query('update credit_account set daily_cap = 200 where user_id = $1', [user.userId]);
    expect((await create(video)).body).toMatchObject({ code: 'daily_cap_reached' });
    await pool.query('update credit_account set daily_cap = null where user_id = $1', [user.userId]);
    expect(await read(id)).toMatchObject({ status: 'approved' });
    expect((await create(video)).status).toBe(200);
  });

  it('ends with its hour', async () => {
    const { id } = await ask();
    await answer(id);
    await pool.query('update approval set expires_at = now() where id = $1', [id]);
    expect((await ask()).id).not.toBe(id);
    expect(await countMade()).toBe(0);
  });
});

describe('the owner', () => {
  it('refuses for the hour, and only that input', async () => {
    const { id } = await ask();
    expect((await answer(id, 'refuse')).body).toMatchObject({ approval: { status: 'refused' } });
    const reply = await create(video);
    expect([reply.status, reply.body]).toMatchObject([403, { code: 'approval_refused', approval: { id } }]);
    await ask({ ...video, input: { prompt: 'Another boat' } });
    await pool.query('update approval set expires_at = now() where id = $1', [id]);
    expect((await ask()).id).not.toBe(id);
    expect(await countMade()).toBe(0);
  });

  it('answers once, also from two devices at the same moment', async () => {
    const { id } = await ask();
    const replies = await Promise.all([answer(id), answer(id, 'refuse'), answer(id), answer(id, 'refuse')]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    const { status } = await read(id);
    for (const reply of replies.filter((each) => each.status === 409))
      expect(reply.body).toMatchObject({
        code: 'approval_answered',
        answer: status === 'approved' ? 'approve' : 'refuse',
        answered_at: expect.any(String),
      });
  });

  it('finds each answer among the security events of the account', async () => {
    const [approved, refused] = [await ask(), await ask({ ...video, input: { prompt: 'Another boat' } })];
    await answer(approved.id);
    await answer(refused.id, 'refuse');
    for (const again of ['approve', 'refuse']) await answer(approved.id, again);
    const { rows } = await pool.query(
      `select name, actor, user_id, address, details from audit_event
        where user_id = $1 and name like 'spending%' order by id`,
      [user.userId],
    );
    const common = { actor: 'user', user_id: user.userId, address: '127.0.0.1' };
    const asked = { key_id: keyId, ending: key.slice(-4), cost_credits: 300 };
    expect(rows).toEqual([
      { ...common, name: 'spending_approved', details: { ...asked, approval_id: approved.id } },
      { ...common, name: 'spending_refused', details: { ...asked, approval_id: refused.id } },
    ]);
    const events = await user.get('/api/user/security-events?pageSize=2');
    const details = { ending: key.slice(-4), cost_credits: 300 };
    expect(events.body).toMatchObject({
      data: [
        { name: 'spending_refused', details },
        { name: 'spending_approved', details },
      ],
    });
  });

  it('is too late after the hour, and when the key has ended', async () => {
    const { id } = await ask();
    await pool.query('update approval set expires_at = now() where id = $1', [id]);
    expect((await answer(id)).body).toMatchObject({ code: 'approval_expired' });
    expect(await read(id)).toMatchObject({ status: 'expired' });
    const { id: second } = await ask();
    await user.request(`/api/user/api-keys/${keyId}`, { method: 'DELETE' });
    const reply = await answer(second);
    expect([reply.status, reply.body]).toMatchObject([410, { code: 'approval_key_ended' }]);
    expect(await read(second)).toMatchObject({ status: 'key_ended' });
    expect(await listOpen()).toEqual([]);
  });

  it('is the only one who sees and answers it, in the browser', async () => {
    const { id } = await ask();
    const other = await api.user();
    expect((await other.get(`/api/approvals/${id}`)).status).toBe(404);
    expect((await answer(id, 'approve', other)).status).toBe(404);
    expect((await answer(randomUUID())).status).toBe(404);
    expect((await other.get('/api/approvals')).body).toEqual({ data: [] });
    const byKey = [
      await program.request('/api/approvals', withKey(key)),
      await program.request(`/api/approvals/${id}`, withKey(key)),
      await program.post(`/api/approvals/${id}/answer`, { answer: 'approve' }, withKey(key)),
    ];
    for (const reply of byKey)
      expect([reply.status, reply.body]).toMatchObject([403, { code: 'api_key_not_allowed' }]);
    expect((await api.browser().get(`/api/approvals/${id}`)).status).toBe(401);
    for (const body of [{}, { answer: 'yes' }, { answer: null }])
      expect((await user.post(`/api/approvals/${id}/answer`, body)).status).toBe(400);
    expect(await read(id)).toMatchObject({ status: 'open' });
  });

  it('is notified once of a request, in open pages and by push', async () => {
    const { rows } = await pool.query('select public_id from user_session where user_id = $1', [user.userId]);
    await pool.query(
      `insert into push_subscription (session_id, user_id, endpoint, p256dh, auth, application_key, language)
       values ($1, $2, 'https://push.test/a', 'x', 'x', 'x', 'en')`,
      [rows[0].public_id, user.userId],
    );
    const socket = await connectSocket(api, user);
    const asked: object[] = [];
    socket.on('approval:asked', (event) => asked.push(event));
    const { id } = await ask();
    await ask();
    await vi.waitFor(() => expect(asked).toEqual([{ id, key: 'A program', cost: 300 }]), { timeout: 20_000 });
    socket.close();
    const pushes = await pool.query('select approval_id, generation_id from push_message');
    expect(pushes.rows).toEqual([{ approval_id: id, generation_id: null }]);
  });
});

describe('the limit of a key', () => {
  const change = (ask_above_credits: number | null | undefined) =>
    user.request(`/api/user/api-keys/${keyId}`, {
      method: 'PATCH',
      body: { daily_budget_credits: null, total_budget_credits: null, ask_above_credits },
    });

  it('is shown to its owner and to its own requests', async () => {
    const own = await program.request('/api/user/info', withKey(key));
    expect(own.body).toMatchObject({ key: { ask_above_credits: 100 } });
    expect((await user.get('/api/user/api-keys')).body).toMatchObject({ data: [{ ask_above_credits: 100 }] });
  });

  it('is lowered at once, and raised or removed only after a fresh sign-in', async () => {
    await api.ageSignIn(user);
    expect((await change(50)).body).toMatchObject({ data: { ask_above_credits: 50 } });
    expect((await change(undefined)).body).toMatchObject({ data: { ask_above_credits: 50 } });
    for (const higher of [51, null])
      expect((await change(higher)).body).toMatchObject({ code: 'sign_in_again' });
    await pool.query('update user_session set created_at = now() where user_id = $1', [user.userId]);
    expect((await change(null)).body).toMatchObject({ data: { ask_above_credits: null } });
    expect((await create(video)).status).toBe(200);
    for (const wrong of [-1, 1.5, '5', 1_000_000_001])
      expect((await change(wrong as number)).body).toMatchObject({ code: 'validation_failed' });
  });

  it('holds for submissions that are under way when it is lowered', async () => {
    const { key: open, id } = await createKey(user);
    const submissions = Array.from({ length: 5 }, () => create(video, open));
    await pool.query('update api_key set ask_above = 0 where id = $1', [id]);
    const replies = await Promise.all(submissions);
    for (const { status, body } of replies)
      if (status !== 200) expect(body).toMatchObject({ code: 'approval_needed' });
    expect((await create(video, open)).body).toMatchObject({ code: 'approval_needed' });
  });
});
