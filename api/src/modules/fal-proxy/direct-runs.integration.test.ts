import { randomUUID } from 'node:crypto';
import { once as onceEmitted } from 'node:events';
import { request } from 'node:http';
import { findGeneration } from '@atelier/db';
import { cancelGeneration, notifyChange } from '@atelier/generations';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createKey } from '../../testing/api-key.ts';
import { endGeneration } from '../../testing/endings.ts';
import { startTestApi, type TestApi, type TestUser } from '../../testing/start-test-api.ts';
import { openTestStore } from '../../testing/test-store.ts';

const schnell = 'fal-ai/flux/schnell';
const video = 'fal-ai/wan-t2v';
const fox = { prompt: 'A red fox' };

const store = await openTestStore();
/** Waits as long as production does. */
const api = await startTestApi({ store });
/** Another process, which hands over almost at once. */
const hurried = await startTestApi({ store, settings: { RUN_WAIT_SECONDS: '0.2' } });
const { pool } = store.owner;

let user: TestUser;
let key: string;
beforeEach(async () => {
  user = await api.user({ credits: 1_000 });
  ({ key } = await createKey(user));
});
afterEach(() => store.expectWholeLedger());
afterAll(async () => {
  await Promise.all([api.close(), hurried.close()]);
  await store.close();
});

type Asked = { at?: TestApi; model?: string; input?: object; once?: string };

const formatAddress = ({ at = api, model = schnell }: Asked) => `${at.url}/api/wan/fal/run/${model}`;
const makeHeaders = ({ once }: Asked) => ({
  authorization: `Key ${key}`,
  'content-type': 'application/json',
  ...(once && { 'idempotency-key': once }),
});

/** Asks as a program does that was given this address in place of https://fal.run. */
async function run(asked: Asked = {}) {
  const body = JSON.stringify(asked.input ?? fox);
  const response = await fetch(formatAddress(asked), { method: 'POST', headers: makeHeaders(asked), body });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
}

/** Asks the same on a connection of its own, which the returned function cuts. */
function startRun(asked: Asked = {}): () => Promise<void> {
  const call = request(formatAddress(asked), { method: 'POST', headers: makeHeaders(asked), agent: false });
  call.end(JSON.stringify(asked.input ?? fox));
  const failed = onceEmitted(call, 'error', { signal: AbortSignal.timeout(20_000) });
  return async () => {
    call.destroy(new Error('cut'));
    await failed;
  };
}
type Body = { request_id: string; status_url: string; response_url: string } & Record<string, unknown>;

const listGenerations = async () => {
  const { rows } = await pool.query<{ id: string; status: string }>(
    'select id, status from generation where user_id = $1 order by created_at',
    [user.userId],
  );
  return rows;
};
const readBalance = async () => {
  const { rows } = await pool.query<{ available: number; held: number }>(
    'select available, held from credit_account where user_id = $1',
    [user.userId],
  );
  return rows[0];
};

/** Resolves to the id of the generation once a call has made it. */
async function waitForStart(): Promise<string> {
  return vi.waitUntil(async () => (await listGenerations())[0]?.id, { timeout: 20_000 });
}

/** Ends the generation as a worker does, and notifies those who wait. */
async function end(id: string, isDone = true): Promise<void> {
  const output = { content_type: 'image/png', storage_key: `images/${id}.png`, width: 64, height: 64 };
  await endGeneration(
    api.deps,
    id,
    isDone
      ? { status: 'completed', chargeCredits: 20, error: null, output }
      : { status: 'failed', chargeCredits: 0, error: { code: 'provider_rejected', detail: null } },
  );
  const row = await findGeneration(api.deps.db.pool, id);
  if (row) await notifyChange({ ...api.deps, realtime: api.realtime }, row);
}

describe('a direct run that takes too long', () => {
  it('is answered with the addresses of its request, which goes on and is found there', async () => {
    const { status, headers, body } = await run({ at: hurried });
    const [made] = await listGenerations();
    expect([status, body]).toMatchObject([400, { code: 'in_progress', request_id: made?.id }]);
    expect([headers.get('x-fal-request-id'), headers.get('x-fal-retryable')]).toEqual([made?.id, null]);
    expect(made?.status).toBe('pending');
    await end(made?.id ?? '');
    const { pathname } = new URL(body.response_url);
    const result = await user.get(pathname);
    expect([result.status, result.body]).toMatchObject([200, { images: [{ content_type: 'image/png' }] }]);
    expect((await user.get(new URL(body.status_url).pathname)).body).toMatchObject({ status: 'COMPLETED' });
  });

  it('is answered with 504 when it has a key, by which clients repeat it and join', async () => {
    const once = randomUUID();
    const first = await run({ at: hurried, once });
    const [made] = await listGenerations();
    expect([first.status, first.body]).toMatchObject([504, { code: 'in_progress', request_id: made?.id }]);
    expect(first.headers.get('x-fal-retryable')).toBe('true');
    const joined = run({ once });
    await end(made?.id ?? '');
    const reply = await joined;
    expect([reply.status, reply.body.images]).toMatchObject([200, [{ content_type: 'image/png' }]]);
    expect((await run({ at: hurried, once })).body).toMatchObject({ images: reply.body.images && [{}] });
    expect([await listGenerations(), await readBalance()]).toMatchObject([[{}], { available: 980, held: 0 }]);
  });

  it('is handed over by a process that stops', async () => {
    const stopping = await startTestApi({ store });
    const runs = [run({ at: stopping }), run({ at: stopping, once: randomUUID() })];
    await vi.waitUntil(async () => (await listGenerations()).length === 2, { timeout: 20_000 });
    // Begins to drain as a process does that ends, so that replies close their connections.
    stopping.deps.drain.hasBegun = true;
    await stopping.close();
    const replies = await Promise.all(runs);
    expect(replies.map(({ status }) => status)).toEqual([400, 504]);
    expect((await listGenerations()).map(({ status }) => status)).toEqual(['pending', 'pending']);
  });
});

describe('a direct run with a key', () => {
  it('is one generation for any number of calls, and each is answered with its result', async () => {
    const once = randomUUID();
    const calls = Array.from({ length: 20 }, (_, index) => run({ once, at: index % 2 ? hurried : api }));
    const id = await waitForStart();
    const handedOver = await Promise.all(calls.filter((_, index) => index % 2));
    expect(new Set(handedOver.map(({ status, body }) => `${status} ${body.request_id}`))).toEqual(
      new Set([`504 ${id}`]),
    );
    await end(id);
    for (const { status } of await Promise.all(calls.filter((_, index) => index % 2 === 0)))
      expect(status).toBe(200);
    expect([await listGenerations(), await readBalance()]).toMatchObject([[{}], { available: 980, held: 0 }]);
  });

  it('goes on when its connection is cut, and is paid once and delivered to the next call', async () => {
    const once = randomUUID();
    const cut = startRun({ once });
    const id = await waitForStart();
    const other = run({ once });
    await cut();
    const last = run({ once });
    await end(id);
    expect((await Promise.all([other, last])).map(({ status }) => status)).toEqual([200, 200]);
    expect([await listGenerations(), await readBalance()]).toMatchObject([
      [{ status: 'completed' }],
      { available: 980, held: 0 },
    ]);
  });

  it('is refused for another input, and answered with the failure of the first one', async () => {
    const once = randomUUID();
    const running = run({ once });
    const id = await waitForStart();
    const other = await run({ once, input: { prompt: 'A blue fox' } });
    expect([other.status, other.body]).toMatchObject([422, { code: 'idempotency_mismatch' }]);
    await end(id, false);
    const failures = [await running, await run({ once })];
    for (const { status, body } of failures)
      expect([status, body]).toMatchObject([422, { success: false, detail: expect.anything() }]);
    expect(await readBalance()).toEqual({ available: 1_000, held: 0 });
  });

  it('ends with the cancellation of its owner', async () => {
    const running = run({ once: randomUUID() });
    const id = await waitForStart();
    await cancelGeneration({ ...api.deps, realtime: api.realtime }, id, user.userId);
    expect((await running).status).toBe(499);
    expect(await readBalance()).toEqual({ available: 1_000, held: 0 });
  });

  it('is not found once its result was deleted', async () => {
    const once = randomUUID();
    const running = run({ once });
    const id = await waitForStart();
    await end(id);
    expect((await running).status).toBe(200);
    await user.post('/api/library/trash', { ids: [id] });
    expect((await run({ once })).status).toBe(404);
    expect(await listGenerations()).toHaveLength(1);
  });

  it('may be a video, which is refused without one before anything is held', async () => {
    const refused = await run({ at: hurried, model: video });
    expect([refused.status, refused.body]).toMatchObject([400, { code: 'fal_call_refused' }]);
    expect(refused.body.message).toContain('send an Idempotency-Key');
    expect(await listGenerations()).toEqual([]);
    expect((await run({ at: hurried, model: video, once: randomUUID() })).status).toBe(504);
    expect(await readBalance()).toEqual({ available: 700, held: 300 });
  });
});

it('a direct run without a key is cancelled when its program goes away: nothing leads back to it', async () => {
  const cut = startRun();
  const id = await waitForStart();
  await cut();
  await vi.waitFor(async () => expect(await listGenerations()).toEqual([{ id, status: 'cancelled' }]), {
    timeout: 20_000,
  });
  expect(await readBalance()).toEqual({ available: 1_000, held: 0 });
});
