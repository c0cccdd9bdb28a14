import { randomUUID } from 'node:crypto';
import { retiredKinds } from '@atelier/catalog';
import type { KindClosuresReply } from '@atelier/contract';
import { listKindClosures } from '@atelier/db';
import { afterAll, afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { auditEvents } from '../../testing/audit-events.ts';
import { connectSocket } from '../../testing/connect-socket.ts';
import { endGeneration, finishVideo, sendToProvider } from '../../testing/endings.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import { createVideoPath, submitImage, submitVideo, textToVideo } from '../../testing/submissions.ts';
import { openTestStore } from '../../testing/test-store.ts';

const store = await openTestStore();
const settings = { LIMIT_RUNNING: '1', LIMIT_WAITING: '10' };
/** Two processes of one product. */
const api = await startTestApi({ store, settings });
const other = await startTestApi({ store, settings });
const operator = await api.user({ email: 'ops@atelier.test' });
const { pool } = store.owner;
afterEach(async () => {
  await pool.query('delete from kind_closure');
  await store.expectWholeLedger();
});
afterAll(async () => {
  await Promise.all([api.close(), other.close()]);
  await store.close();
});

const reason = 'fal answers 404 for it';
const act = (name: 'close' | 'announce' | 'open', body: object = {}, kind = 'text-to-video', by = operator) =>
  by.post(`/api/admin/kinds/${kind}/${name}`, { reason, ...body });
const close = (successor: string | null = 'wan-v2-2-5b') => act('close', { successor });
const closures = async () =>
  ((await other.browser().get('/api/kinds/closures')).body as KindClosuresReply).closures;
const refused = {
  success: false,
  code: 'kind_closed',
  error: 'This model is closed',
  kind: 'text-to-video',
  successor: 'wan-v2-2-5b',
};

async function readMoney({ userId }: TestUser) {
  const { rows } = await pool.query(
    `select available, held, waiting, running, (select count(*)::int from generation g where g.user_id = a.user_id) as made
       from credit_account a where user_id = $1`,
    [userId],
  );
  return rows[0];
}

const readGeneration = async (user: TestUser, id: string) =>
  ((await user.get(`/api/generations/${id}`)).body as { generation: Record<string, unknown> }).generation;

describe('a closed kind', () => {
  it('is refused by every process from then on, and nothing is held', async () => {
    const user = await other.user({ credits: 1_000 });
    expect((await close()).status).toBe(200);
    const reply = await user.post(createVideoPath, textToVideo);
    expect([reply.status, reply.body]).toMatchObject([409, refused]);
    expect(await readMoney(user)).toMatchObject({ available: 1_000, held: 0, made: 0 });
    await submitImage(user);
  });

  it('is refused in a batch, also in its price, and none of its lines is accepted', async () => {
    const user = await api.user({ credits: 1_000 });
    await close();
    const lines = [
      { kind: 'flux-schnell', input: { prompt: 'A fox' } },
      { kind: 'text-to-video', input: { prompt: 'A boat' } },
    ];
    for (const more of [{}, { dry_run: true }]) {
      const reply = await user.post('/api/batches', { lines, request_id: randomUUID(), ...more });
      expect([reply.status, reply.body]).toMatchObject([409, refused]);
    }
    expect(await readMoney(user)).toMatchObject({ available: 1_000, held: 0, made: 0 });
  });

  it('is refused to programs of fal’s client, in the shape of fal’s errors', async () => {
    const user = await api.user({ credits: 1_000 });
    await close();
    const reply = await user.request('/api/wan/fal/proxy', {
      method: 'POST',
      body: { prompt: 'A boat' },
      headers: { 'x-fal-target-url': 'https://queue.fal.run/fal-ai/wan-t2v' },
    });
    expect([reply.status, reply.body]).toMatchObject([
      409,
      { code: 'kind_closed', detail: 'This model is closed', successor: 'wan-v2-2-5b' },
    ]);
    expect(await readMoney(user)).toMatchObject({ held: 0, made: 0 });
  });

  it('is said to be closed before a user is asked to buy credits', async () => {
    await close(null);
    const reply = await (await api.user({ credits: 0 })).post(createVideoPath, textToVideo);
    expect(reply.body).toMatchObject({ code: 'kind_closed', successor: null });
  });

  it('still answers the repetition of a request that was accepted before', async () => {
    const user = await api.user({ credits: 1_000 });
    const body = { ...textToVideo, request_id: randomUUID() };
    const first = (await user.post(createVideoPath, body)).body as { id: string };
    await close();
    expect((await user.post(createVideoPath, body)).body).toMatchObject({ id: first.id });
  });

  it('ends what waits and releases its credits once, while what started goes on', async () => {
    const user = await api.user({ credits: 1_000 });
    const [started, first, second] = [
      await submitVideo(user),
      await submitVideo(user),
      await submitImage(user),
    ];
    await sendToProvider(api.deps, started);
    const replies = await Promise.all([close(), close(), close()]);
    const ended = replies.map(({ body }) => (body as { ended: number }).ended);
    expect(ended.reduce((sum, count) => sum + count)).toBe(1);
    expect(await readGeneration(user, first)).toMatchObject({
      status: 'failed',
      error: { code: 'kind_closed' },
      credits: { cost: 300, settled: 0, released: 300 },
    });
    expect(await readGeneration(user, started)).toMatchObject({ status: 'processing' });
    expect(await readGeneration(user, second.id)).toMatchObject({ status: 'waiting' });
    expect(await readMoney(user)).toMatchObject({ available: 680, held: 320, running: 1, waiting: 1 });
  });

  it('and submissions at the same time leave nothing that waits for it', async () => {
    const users = await Promise.all([1, 2, 3].map(() => other.user({ credits: 3_000 })));
    const sent = users.flatMap((user) =>
      Array.from({ length: 8 }, () => user.post(createVideoPath, textToVideo)),
    );
    await close();
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(new Set([...statuses, 200, 409])).toEqual(new Set([200, 409]));
    await close();
    for (const user of users) expect(await readMoney(user)).toMatchObject({ waiting: 0 });
  });
});

describe('operators', () => {
  it('close, announce and open a kind, and each act is recorded', async () => {
    await act('announce', { leaves_at: '2026-12-31', successor: 'wan-v2-2-5b', note: 'fal ends it.' });
    expect(await closures()).toEqual([
      {
        kind: 'text-to-video',
        is_closed: false,
        closed_at: null,
        leaves_at: '2026-12-31',
        successor: 'wan-v2-2-5b',
        note: 'fal ends it.',
        cause: null,
      },
    ]);
    const user = await api.user({ credits: 1_000 });
    await submitVideo(user);
    await close();
    expect(await closures()).toMatchObject([{ is_closed: true, leaves_at: null }]);
    const { closed_by } = (await operator.get('/api/admin/results')).body as { closed_by: unknown };
    expect(closed_by).toEqual([{ kind: 'text-to-video', operator_email: 'ops@atelier.test' }]);
    expect((await act('open')).status).toBe(200);
    expect(await closures()).toEqual([]);
    await submitVideo(user);
    expect((await act('open')).status).toBe(404);
    for (const name of ['operator_closed_kind', 'operator_announced_kind', 'operator_opened_kind'] as const)
      expect((await auditEvents(api, { name }))[0]).toMatchObject({
        actor: 'operator',
        actor_id: operator.userId,
        reason,
        details: { kind: 'text-to-video' },
      });
  });

  it('notify every open page on any process', async () => {
    const socket = await connectSocket(other, await other.user());
    const event = new Promise((resolve) => socket.once('kinds:changed', resolve));
    await close();
    expect(await event).toEqual({});
    socket.close();
  });

  it.each([
    ['itself', 'text-to-video'],
    ['a kind of another medium', 'flux-schnell'],
    ['a kind that is not there', 'sora'],
  ])('cannot name %s as the successor', async (_what, successor) => {
    expect(await close(successor)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(await closures()).toEqual([]);
  });

  it('cannot lead users to a closed kind, and one that closes later is passed over', async () => {
    await act('close', { successor: 'wan-v2-2-a14b' }, 'wan-v2-2-5b');
    expect((await close('wan-v2-2-5b')).status).toBe(400);
    await act('open', {}, 'wan-v2-2-5b');
    await close('wan-v2-2-5b');
    await act('close', { successor: 'wan-v2-2-a14b' }, 'wan-v2-2-5b');
    expect((await closures()).map(({ successor }) => successor)).toEqual(['wan-v2-2-a14b', 'wan-v2-2-a14b']);
  });

  it('alone may do so, with a reason, and only to kinds of the catalog', async () => {
    const user = await api.user();
    expect((await act('close', {}, 'text-to-video', user)).status).toBe(404);
    expect((await act('close', { reason: '' })).status).toBe(400);
    expect((await act('close', {}, 'sora')).status).toBe(404);
    expect(await closures()).toEqual([]);
  });
});

describe('a kind that is no longer in the catalog', () => {
  const endpoint = 'fal-ai/old-model/text-to-video';

  /** Retires kinds as a release does that removes their files. */
  function retire(kinds: Readonly<Record<string, string | null>>): void {
    for (const [kind, successor] of Object.entries(kinds))
      Object.assign(retiredKinds, { [kind]: { successor, endpoint } });
    onTestFinished(() => {
      for (const kind of Object.keys(kinds)) Reflect.deleteProperty(retiredKinds, kind);
    });
  }

  it('names what follows it, from the list of retired kinds or from the operator who closed it', async () => {
    retire({ 'old-model': 'text-to-video', 'older-model': 'old-model', 'last-model': null });
    await act('close', { successor: 'wan-v2-2-5b' });
    const found = await listKindClosures(pool);
    expect(Object.fromEntries(found.map(({ kind, successor }) => [kind, successor]))).toEqual({
      'text-to-video': 'wan-v2-2-5b',
      'old-model': 'wan-v2-2-5b',
      'older-model': 'wan-v2-2-5b',
      'last-model': null,
    });
  });

  it('is refused in a batch and in its price with what follows it, whatever else is wrong there', async () => {
    retire({ 'old-model': 'wan-v2-2-5b' });
    const user = await api.user({ credits: 1_000 });
    const fox = { kind: 'flux-schnell', input: { prompt: 'A fox' } };
    const broken = { kind: 'flux-schnell', input: {} };
    const old = { kind: 'old-model', input: { prompt: 'A boat' } };
    for (const lines of [[old], [fox, old], [broken, old]])
      for (const more of [{}, { dry_run: true }]) {
        const reply = await user.post('/api/batches', { lines, request_id: randomUUID(), ...more });
        expect([reply.status, reply.body]).toMatchObject([409, { ...refused, kind: 'old-model' }]);
      }
    const never = { kind: 'sora', input: { prompt: 'A boat' } };
    const reply = await user.post('/api/batches', { lines: [fox, never], dry_run: true });
    expect([reply.status, reply.body]).toMatchObject([
      200,
      { problems: [{ line: 2, code: 'unknown_kind' }] },
    ]);
    expect(await readMoney(user)).toMatchObject({ available: 1_000, held: 0, made: 0 });
  });

  it('is refused to programs of fal’s client by its endpoint, with what follows it', async () => {
    retire({ 'old-model': 'wan-v2-2-5b' });
    const user = await api.user({ credits: 1_000 });
    const submit = (target: string) =>
      user.request('/api/wan/fal/proxy', {
        method: 'POST',
        body: { prompt: 'A boat' },
        headers: { 'x-fal-target-url': `https://queue.fal.run/${target}` },
      });
    const reply = await submit(endpoint);
    expect([reply.status, reply.body]).toMatchObject([
      409,
      {
        detail: 'This model is closed',
        error_type: 'kind_closed',
        code: 'kind_closed',
        kind: 'old-model',
        successor: 'wan-v2-2-5b',
      },
    ]);
    expect((await submit('fal-ai/old-model')).status).toBe(404);
    expect(await readMoney(user)).toMatchObject({ held: 0, made: 0 });
  });

  it('is still a filter of its generations, and one of the counted values', async () => {
    const user = await api.user({ credits: 1_000 });
    const { id } = await finishVideo(api.deps, user);
    await finishVideo(api.deps, user);
    await pool.query(`update generation set kind = 'old-model' where id = $1`, [id]);
    retire({ 'old-model': 'wan-v2-2-5b' });
    const found = (await user.get('/api/library?kind=old-model')).body as { data: { id: string }[] };
    expect(found.data.map((generation) => generation.id)).toEqual([id]);
    const facets = async (query: string) => (await user.get(`/api/library/facets${query}`)).body;
    expect(await facets('?kind=old-model')).toMatchObject({
      total: 1,
      kinds: [{ value: 'old-model', count: 1 }],
    });
    expect(await facets('')).toMatchObject({
      total: 2,
      kinds: expect.arrayContaining([
        { value: 'old-model', count: 1 },
        { value: 'text-to-video', count: 1 },
      ]),
    });
    const { days } = (await user.get('/api/library/days?kind=old-model')).body as {
      days: [string, number][];
    };
    expect(days.map(([, count]) => count)).toEqual([1]);
  });

  it('is not submitted again by an operator, who reads what follows it', async () => {
    const user = await api.user({ credits: 1_000 });
    const id = await submitVideo(user);
    const error = { code: 'provider_failed' as const, detail: null };
    await endGeneration(api.deps, id, { status: 'failed', chargeCredits: 0, error });
    await pool.query(`update generation set kind = 'old-model' where id = $1`, [id]);
    retire({ 'old-model': 'wan-v2-2-5b' });
    const retry = await operator.post(`/api/admin/generations/${id}/retry`, { reason });
    expect([retry.status, retry.body]).toMatchObject([
      409,
      { code: 'kind_closed', kind: 'old-model', successor: 'wan-v2-2-5b' },
    ]);
    expect(await readMoney(user)).toMatchObject({ available: 1_000, held: 0, made: 1 });
  });

  it('is refused by the creation routes with what follows it, instead of as an unknown one', async () => {
    const user = await api.user({ credits: 1_000 });
    await pool.query(
      `insert into kind_closure (kind, closed_at, successor, operator_id) values ('old-model', now(), 'wan-v2-2-5b', $1)`,
      [operator.userId],
    );
    const prompt = 'A boat';
    const bodies = {
      [createVideoPath]: { prompt, video_generation_type: 'old-model' },
      '/api/wan/createAudio': { prompt, audio_generation_type: 'old-model' },
      '/api/wan/createImage': { prompt, image_generation_type: 'text-to-image', model: 'old-model' },
    };
    for (const [path, body] of Object.entries(bodies)) {
      const reply = await user.post(path, body);
      expect([path, reply.status, reply.body]).toMatchObject([path, 409, { ...refused, kind: 'old-model' }]);
    }
    const unknown = await user.post(createVideoPath, { prompt, video_generation_type: 'sora' });
    expect(unknown.body).toMatchObject({ code: 'invalid_video_generation_type' });
    expect(await readMoney(user)).toMatchObject({ held: 0, made: 0 });
  });

  it('leaves its generations readable everywhere, and cannot be submitted again', async () => {
    const user = await api.user({ credits: 1_000 });
    const { id } = await finishVideo(api.deps, user);
    const failed = await submitVideo(user);
    const error = { code: 'provider_failed' as const, detail: null };
    await endGeneration(api.deps, failed, { status: 'failed', chargeCredits: 0, error });
    await pool.query(`update generation set kind = 'old-model' where id = any($1)`, [[id, failed]]);
    await pool.query(
      `insert into kind_closure (kind, closed_at, successor, operator_id) values ('old-model', now(), 'wan-v2-2-5b', $1)`,
      [operator.userId],
    );
    for (const path of [
      `/api/generations/${id}`,
      `/api/generations/${id}/receipt`,
      `/api/generations/${id}/lineage`,
      '/api/library',
      '/api/library/facets',
      '/api/credits/ledger.csv',
      `/api/wan/fal/proxy/fal-ai/wan-t2v/requests/${id}`,
    ])
      expect([path, (await user.get(path)).status]).toEqual([path, 200]);
    const failure = await user.get(`/api/wan/fal/proxy/fal-ai/wan-t2v/requests/${failed}`);
    expect(failure.body).toMatchObject({ error_type: 'internal_server_error', code: 'provider_failed' });
    const retry = await operator.post(`/api/admin/generations/${failed}/retry`, { reason });
    expect([retry.status, retry.body]).toMatchObject([
      409,
      { code: 'kind_closed', kind: 'old-model', successor: 'wan-v2-2-5b' },
    ]);
    expect(await closures()).toMatchObject([
      { kind: 'old-model', is_closed: true, successor: 'wan-v2-2-5b' },
    ]);
  });
});
