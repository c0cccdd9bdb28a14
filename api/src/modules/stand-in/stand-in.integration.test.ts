import { randomUUID } from 'node:crypto';
import type { BreakerSubject, PublicGeneration, StandInReply } from '@atelier/contract';
import { noteVerdict } from '@atelier/db';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createKey, withKey } from '../../testing/api-key.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import { createAudioPath, createImagePath, createVideoPath, uploadImage } from '../../testing/submissions.ts';
import { openTestStore } from '../../testing/test-store.ts';

const store = await openTestStore();
const api = await startTestApi({ store, settings: { LIMIT_RUNNING: '1', ADMIN_EMAILS: 'ops@atelier.test' } });
const { pool } = store.owner;
afterEach(async () => {
  await pool.query('delete from provider_breaker');
  await store.expectWholeLedger();
});
afterAll(async () => {
  await api.close();
  await store.close();
});

const down = 'veo3-1';
const other = 'text-to-video-pro';
const consent = { kind: other, max_credits: 800 };
const open = (subject: BreakerSubject) => noteVerdict(pool, { subject, code: 'model_gone', detail: null }, 1);
/** More than the second for which processes cache the breakers. */
const waitUntilKnown = () => new Promise((resolve) => setTimeout(resolve, 1_050));

/** The first generation of a user occupies the only slot, so that what follows waits. */
async function createWaiting(fields: object = {}, user?: TestUser) {
  const owner = user ?? (await api.user({ credits: 10_000 }));
  if (!user) await submit(owner, { kind: 'text-to-video', input: { prompt: 'First' } });
  const { id } = await submit(owner, { kind: down, input: { prompt: 'A boat' }, ...fields });
  return { user: owner, id };
}
async function submit(user: TestUser, body: object): Promise<PublicGeneration> {
  const reply = await user.post('/api/generations', body);
  if (reply.status !== 200) throw new Error(reply.bytes.toString());
  return (reply.body as { generation: PublicGeneration }).generation;
}
const read = async (user: TestUser, id: string) =>
  ((await user.get(`/api/generations/${id}`)).body as { generation: PublicGeneration }).generation;
const readOffer = async (user: TestUser, id: string) =>
  ((await user.get(`/api/generations/${id}/stand-in`)).body as StandInReply).offer;
const accept = (user: TestUser, id: string, body: object = consent) =>
  user.post(`/api/generations/${id}/stand-in`, body);

/** Calls that create, the place of `if_down` in their refusals, and how each names the video kind `veo3-1`. */
const doors: Readonly<Record<string, { path: string; body: (fields: object) => object; at: string }>> = {
  'the call for every kind': {
    path: '/api/generations',
    body: (fields) => ({ kind: down, input: { prompt: 'A boat' }, ...fields }),
    at: 'if_down',
  },
  'the call of videos': {
    path: createVideoPath,
    body: (fields) => ({ video_generation_type: down, prompt: 'A boat', ...fields }),
    at: 'if_down',
  },
  'a batch': {
    path: '/api/batches',
    body: (fields) => ({ lines: [{ kind: down, input: { prompt: 'A boat' } }], ...fields }),
    at: 'lines.1.if_down',
  },
};

describe.each(Object.entries(doors))('%s', (_, { path, body, at }) => {
  it.each([
    ['if_down_invalid', 'sometimes', 'if_down'],
    ['if_down_invalid', { kind: other }, 'if_down'],
    ['stand_in_unknown', { ...consent, kind: 'nothing' }, at],
    ['stand_in_same', { ...consent, kind: down }, at],
    ['stand_in_medium', { ...consent, kind: 'flux-schnell' }, at],
    ['stand_in_unfit', { ...consent, kind: 'image-to-video' }, at],
    ['stand_in_price', { ...consent, max_credits: 1 }, at],
  ])('refuses with %s what could never be done: %j', async (code, if_down, place) => {
    const user = await api.user({ credits: 2_000 });
    const reply = await user.post(path, body({ if_down }));
    expect(reply).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect((reply.body as { issues: object[] }).issues).toMatchObject([{ path: place, code }]);
  });

  it.each([
    [undefined, null],
    ['wait', null],
    ['ask', { kind: null, max_credits: null }],
    [consent, consent],
  ])('keeps the wish %j with the generation', async (if_down, stand_in) => {
    const user = await api.user({ credits: 2_000 });
    const reply = await user.post(path, body({ if_down }));
    expect(reply.status).toBe(200);
    const { data } = (await user.get('/api/generations')).body as { data: PublicGeneration[] };
    expect(data).toMatchObject([{ kind: down, stand_in, stood_in_for: null }]);
  });
});

it('the calls of the other media keep the wish, too', async () => {
  const user = await api.user({ credits: 2_000 });
  const image = {
    image_generation_type: 'text-to-image',
    model: 'flux-dev',
    prompt: 'A fox',
    if_down: 'ask',
  };
  const sound = { audio_generation_type: 'music', prompt: 'A waltz', if_down: 'ask' };
  const question = { image: await uploadImage(user), question: 'What is it?', if_down: 'ask' };
  for (const [path, body] of [
    [createImagePath, image],
    [createAudioPath, sound],
    ['/api/image-understanding/create', question],
  ] as const)
    expect((await user.post(path, body)).body).toMatchObject({
      generation: { stand_in: { kind: null, max_credits: null } },
    });
});

it('the same request with another wish is another request', async () => {
  const user = await api.user({ credits: 4_000 });
  const body = { kind: down, input: { prompt: 'A boat' }, request_id: randomUUID() };
  expect((await user.post('/api/generations', { ...body, if_down: consent })).status).toBe(200);
  expect((await user.post('/api/generations', { ...body, if_down: consent })).status).toBe(200);
  const changed = await user.post('/api/generations', { ...body, if_down: 'ask' });
  expect(changed).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } });
});

describe('an offer', () => {
  it('is the dearest that costs no more and is not down itself', { tags: 'each-rule' }, async () => {
    const { user, id } = await createWaiting({ if_down: 'ask' });
    expect(await readOffer(user, id)).toBeNull();
    await open(`kind:${down}`);
    await waitUntilKnown();
    const dearest = 'seedance-2-5-text-to-video';
    expect(await readOffer(user, id)).toEqual({ kind: dearest, credits: 1420 });
    await open(`kind:${dearest}`);
    await waitUntilKnown();
    expect(await readOffer(user, id)).not.toMatchObject({ kind: dearest });
    await open('account');
    await waitUntilKnown();
    expect(await readOffer(user, id)).toBeNull();
  });

  it('is no other user’s', async () => {
    const { id } = await createWaiting();
    const stranger = await api.user({ credits: 10 });
    expect((await stranger.get(`/api/generations/${id}/stand-in`)).status).toBe(404);
    expect((await accept(stranger, id)).status).toBe(404);
  });
});

describe('an accepted stand-in', () => {
  it('keeps the place in the line, names both kinds, and exchanges the hold', async () => {
    const { user, id } = await createWaiting({ if_down: 'ask' });
    const behind = await createWaiting({}, user);
    await open(`kind:${down}`);
    const before = await read(user, id);
    expect(before.progress.waiting_reason).toBe('model');
    expect(await accept(user, id)).toMatchObject({
      status: 200,
      body: { generation: { id, kind: other, stood_in_for: down, credits: { cost: 800, held: 800 } } },
    });
    const after = await read(user, id);
    expect(after).toMatchObject({ status: 'waiting', prompt: 'A boat', progress: { queue_position: 0 } });
    expect(after.progress.waiting_reason).toBe('place');
    expect((await read(user, behind.id)).progress.queue_position).toBe(1);
    expect((await user.get('/api/user/info')).body).toMatchObject({
      credits: { left_credits: 10_000 - 300 - 800 - 1_600 },
    });
    const receipt = await user.get(`/api/generations/${id}/receipt`);
    expect(receipt.body).toMatchObject({
      kind: other,
      stood_in_for: down,
      estimate: { cost_credits: 800 },
      held: 800,
      released: 0,
      lines: [
        { kind: 'reserve', available: -1_600 },
        { kind: 'release', available: 1_600, reason: 'stand_in' },
        { kind: 'reserve', available: -800, reason: 'stand_in' },
      ],
    });
  });

  it('is done once: a repetition gets the same generation', async () => {
    const { user, id } = await createWaiting();
    await open(`kind:${down}`);
    const replies = await Promise.all([accept(user, id), accept(user, id), accept(user, id)]);
    for (const reply of [...replies, await accept(user, id)])
      expect(reply).toMatchObject({ status: 200, body: { generation: { kind: other, revision: 2 } } });
  });

  it('is refused while its model is not down, and after the end', async () => {
    const { user, id } = await createWaiting();
    const refused = { status: 409, body: { code: 'stand_in_not_needed' } };
    expect(await accept(user, id)).toMatchObject(refused);
    await open('provider');
    expect(await accept(user, id)).toMatchObject(refused);
    await user.post(`/api/generations/${id}/cancel`);
    expect(await accept(user, id)).toMatchObject({ status: 409, body: { code: 'already_finished' } });
  });

  it('is refused for a kind that does not fit, a changed price, and too few credits', async () => {
    const { user, id } = await createWaiting();
    await open(`kind:${down}`);
    for (const [kind, code] of [
      ['nothing', 'stand_in_unknown'],
      [down, 'stand_in_same'],
      ['flux-schnell', 'stand_in_medium'],
      ['image-to-video', 'stand_in_unfit'],
    ]) {
      expect(await accept(user, id, { ...consent, kind })).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'kind', code }] },
      });
    }
    expect(await accept(user, id, { ...consent, max_credits: 100 })).toMatchObject({
      status: 409,
      body: { code: 'price_changed', cost: 800 },
    });
    const poor = await api.user({ credits: 300 + 120 });
    await submit(poor, { kind: 'text-to-video', input: { prompt: 'First' } });
    const own = await submit(poor, { kind: 'ltx-2-3-fast', input: { prompt: 'A boat' } });
    await open('kind:ltx-2-3-fast');
    expect(await accept(poor, own.id)).toMatchObject({
      status: 400,
      body: { code: 'insufficient_credits', required: 800, current: 120 },
    });
    expect(await read(poor, own.id)).toMatchObject({ status: 'waiting', credits: { held: 120 } });
  });

  it('starts at once when a slot is free', async () => {
    const user = await api.user({ credits: 10_000 });
    await user.post('/api/line/pause');
    const { id } = await submit(user, { kind: down, input: { prompt: 'A boat' }, if_down: 'ask' });
    await open(`kind:${down}`);
    await user.post('/api/line/resume');
    expect((await read(user, id)).status).toBe('waiting');
    await accept(user, id);
    expect(await read(user, id)).toMatchObject({ status: 'pending', kind: other });
  });
});

describe('an operator’s retry', () => {
  it('keeps the wish about a stand-in unless it was used', async () => {
    const operator = await api.user({ email: 'ops@atelier.test' });
    const { user, id } = await createWaiting({ if_down: consent });
    const used = await createWaiting({ if_down: consent }, user);
    await open(`kind:${down}`);
    await accept(user, used.id);
    for (const [retried, stand_in] of [
      [id, consent],
      [used.id, null],
    ] as const) {
      await user.post(`/api/generations/${retried}/cancel`);
      const retry = await operator.post(`/api/admin/generations/${retried}/retry`, {
        reason: 'A test of the retry',
      });
      expect(retry).toMatchObject({ status: 200 });
      const { rows } = await pool.query(
        'select stand_in from generation where user_id = $1 order by id desc limit 1',
        [user.userId],
      );
      expect(rows).toEqual([{ stand_in }]);
    }
  });
});

it('a key accepts no model that costs more than it may spend without asking, and its owner does', async () => {
  const { user, id } = await createWaiting();
  await open(`kind:${down}`);
  await waitUntilKnown();
  const { key } = await createKey(user, { ask_above_credits: 100 });
  const { key: free } = await createKey(user, { ask_above_credits: 100_000 });
  const { cost } = (await read(user, id)).credits;
  const dearer = { kind: other, max_credits: cost + 1 };
  const path = `/api/generations/${id}/stand-in`;
  const refused = await api.browser().post(path, dearer, withKey(key));
  expect([refused.status, refused.body]).toMatchObject([
    403,
    { code: 'approval_needed', approval: null, cost: cost + 1 },
  ]);
  expect((await read(user, id)).stood_in_for).toBeNull();
  expect((await api.browser().post(path, dearer, withKey(free))).status).toBe(200);
});
