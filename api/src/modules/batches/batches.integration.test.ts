import { randomUUID } from 'node:crypto';
import { getKind, parseInput } from '@atelier/catalog';
import type {
  BatchesReply,
  BatchPriceReply,
  BatchReply,
  CreateBatchReply,
  LibraryReply,
  LineageReply,
  LineReply,
  PickStatisticsReply,
} from '@atelier/contract';
import { startWaiting } from '@atelier/db';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createKey, withKey } from '../../testing/api-key.ts';
import { connectSocket } from '../../testing/connect-socket.ts';
import { endGeneration } from '../../testing/endings.ts';
import { createRandom } from '../../testing/fuzz/random.ts';
import { inLanes } from '../../testing/in-lanes.ts';
import { issue, refusal } from '../../testing/refusal.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import { submitVideo, uploadImage } from '../../testing/submissions.ts';
import { openTestStore } from '../../testing/test-store.ts';

const store = await openTestStore();
const settings = { LIMIT_RUNNING: '3', LIMIT_WAITING: '1000', LIMIT_CREATE_PER_MINUTE: '100000' };
const api = await startTestApi({ store, settings });
const { pool } = store.owner;
afterEach(() => store.expectWholeLedger());
afterAll(async () => {
  await api.close();
  await store.close();
});

type Line = { kind: string; input: Record<string, unknown> };
/** 300 credits. */
const video = (prompt: string, more: object = {}): Line => ({
  kind: 'text-to-video',
  input: { prompt, ...more },
});
/** 20 credits each. */
const image = (prompt: string, more: object = {}): Line => ({
  kind: 'flux-schnell',
  input: { prompt, ...more },
});
const many = (count: number, make: (index: number) => Line) => numbers(count).map(make);

/** Image on another server, which these tests never reach. */
const publicImage = 'https://images.example.com/cat.png';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

const submit = (user: TestUser, lines: Line[], more: object = {}) =>
  user.post('/api/batches', { lines, ...more });
const create = async (user: TestUser, lines: Line[], more: object = {}) => {
  const reply = await submit(user, lines, more);
  if (reply.status !== 200) throw new Error(`Not accepted: ${reply.bytes.toString()}`);
  return reply.body as CreateBatchReply;
};
const price = async (user: TestUser, lines: Line[]) =>
  (await submit(user, lines, { dry_run: true })).body as BatchPriceReply;
const read = async (user: TestUser, id: string) =>
  ((await user.get(`/api/batches/${id}`)).body as BatchReply).batch;
const readBalance = async (user: TestUser) => {
  const { rows } = await pool.query<{ available: number; held: number }>(
    'select available, held from credit_account where user_id = $1',
    [user.userId],
  );
  return rows[0];
};
const countEntries = async (user: TestUser) => {
  const { rows } = await pool.query<{ generations: number; batches: number }>(
    `select (select count(*)::int from generation where user_id = $1) as generations,
            (select count(*)::int from batch where user_id = $1) as batches`,
    [user.userId],
  );
  return rows[0];
};
const complete = (id: string, chargeCredits: number) =>
  endGeneration(api.deps, id, {
    status: 'completed',
    chargeCredits,
    error: null,
    output: { content_type: 'image/png', storage_key: `images/${id}.png`, poster_key: `posters/${id}.webp` },
  });

describe('a batch', () => {
  it('is accepted whole: some start, the others wait in the order of its lines', async () => {
    const user = await api.user({ credits: 10_000 });
    const lines = many(8, (index) => video(`Boat ${index}`));
    const { batch, generations, left_credits } = await create(user, lines, { expected_cost: 2_400 });
    expect(batch).toMatchObject({
      name: 'Boat 0',
      lines: 8,
      sets: 8,
      counts: { waiting: 5, running: 3, completed: 0, failed: 0, deleted: 0 },
      credits: { total: 2_400, held: 2_400, charged: 0, released: 0 },
      picks: [],
      covers: [],
    });
    expect(left_credits).toBe(7_600);
    expect(await readBalance(user)).toEqual({ available: 7_600, held: 2_400 });
    const line = (await user.get('/api/line')).body as LineReply;
    expect(line.data.map(({ id }) => id)).toEqual(generations.slice(3));
    const list = (await user.get(`/api/library?batch=${batch.id}`)).body as LibraryReply;
    expect(list.data.map(({ batch_line }) => batch_line)).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
    expect(list.data.at(-1)).toMatchObject({ id: generations[0], batch_id: batch.id, batch_set: 1 });
    await submitVideo(user);
    expect(((await user.get(`/api/library?batch=${batch.id}`)).body as LibraryReply).data).toHaveLength(8);
  });

  it('of 500 lines is one transaction that repeats as it was', { tags: 'load' }, async () => {
    const user = await api.user({ credits: 20_000 });
    const lines = many(500, (index) => image(`Fox ${index}`));
    const request_id = randomUUID();
    const [one, two] = await Promise.all([
      submit(user, lines, { request_id }),
      submit(user, lines, { request_id }),
    ]);
    expect([one.status, two.status]).toEqual([200, 200]);
    const first = one.body as CreateBatchReply;
    expect((two.body as CreateBatchReply).generations).toEqual(first.generations);
    expect((await create(user, lines, { request_id })).left_credits).toBe(first.left_credits);
    expect(await countEntries(user)).toEqual({ generations: 500, batches: 1 });
    expect((await submit(user, lines.slice(1), { request_id })).body).toMatchObject({
      code: 'idempotency_mismatch',
    });
  });

  it('is named by the beginning of its first prompt, between two words where there are any', async () => {
    const user = await api.user({ credits: 1_000 });
    const readName = async (prompt: string) => (await create(user, [image(prompt)])).batch.name;
    expect(await readName('A red fishing boat at dawn, long exposure')).toBe(
      'A red fishing boat at dawn, long…',
    );
    expect(await readName('海'.repeat(60))).toBe(`${'海'.repeat(39)}…`);
    expect(await readName('A red fishing boat')).toBe('A red fishing boat');
  });

  it('takes what all of its lines have in common once', async () => {
    const user = await api.user({ credits: 10_000 });
    const [source] = (await create(user, [image('A source')])).generations;
    const project = (await user.post('/api/projects', { name: 'Sea' })).body as { project: { id: string } };
    const more = {
      name: '  Storms ',
      project_id: project.project.id,
      is_public: true,
      made_from: source,
    };
    const { batch } = await create(user, [image('A'), image('B')], more);
    expect(batch).toMatchObject({ name: 'Storms', project_id: project.project.id });
    const list = (await user.get(`/api/library?batch=${batch.id}`)).body as LibraryReply;
    for (const generation of list.data) {
      expect(generation).toMatchObject({ project_id: project.project.id, is_public: true });
      const { parents } = (await user.get(`/api/generations/${generation.id}/lineage`)).body as LineageReply;
      expect(parents).toMatchObject([{ id: source, relation: 'settings' }]);
    }
    expect((await submit(user, [image('A')], { project_id: randomUUID() })).body).toMatchObject({
      code: 'validation_failed',
      issues: [issue('project_id', expect.any(String))],
    });
  });

  it('puts lines with the same prompt and files into one set', async () => {
    const user = await api.user({ credits: 10_000 });
    const { batch } = await create(user, [
      image('A', { seed: 1 }),
      image('B', { seed: 1 }),
      { kind: 'flux-dev', input: { prompt: 'A' } },
      video('A'),
    ]);
    const list = (await user.get(`/api/library?batch=${batch.id}`)).body as LibraryReply;
    expect(batch.sets).toBe(3);
    expect(list.data.toReversed().map(({ batch_set }) => batch_set)).toEqual([1, 2, 1, 3]);
  });

  it('checks and keeps a file that many lines share once for each of them', async () => {
    const user = await api.user({ credits: 20_000 });
    const file = await uploadImage(user);
    const lines = many(6, (index) => ({
      kind: 'image-to-video',
      input: { prompt: `Waves ${index}`, image_url: file },
    }));
    const { generations } = await create(user, lines);
    const { rows } = await pool.query<{ uses: number }>(
      'select count(*)::int as uses from upload_use where generation_id = any($1)',
      [generations],
    );
    expect(rows[0]?.uses).toBe(6);
    const wrong = lines.map((line, index) =>
      index === 2
        ? { ...line, input: { ...line.input, image_url: `/media/uploads/${randomUUID()}.png` } }
        : line,
    );
    expect((await submit(user, wrong)).body).toMatchObject({
      code: 'validation_failed',
      issues: [issue('lines.3.image_url', 'The file was not found')],
    });
  });
});

describe('a batch is refused', () => {
  it('with every bad line and its number, and nothing of it is accepted', async () => {
    const user = await api.user({ credits: 100_000 });
    const lines = many(500, (index) => (index % 25 === 7 ? image('') : image(`Fox ${index}`)));
    lines[3] = { kind: 'text-to-nothing', input: {} };
    const reply = await submit(user, lines);
    const { issues } = reply.body as { issues: { path: string; message: string }[] };
    expect(reply.status).toBe(400);
    expect(issues).toHaveLength(21);
    expect(issues.slice(0, 2)).toEqual([
      issue('lines.4.kind', 'There is no such model'),
      issue('lines.8.prompt', expect.stringMatching(/./)),
    ]);
    expect(await countEntries(user)).toEqual({ generations: 0, batches: 0 });
  });

  it('with the fields that all lines share beside its bad lines', async () => {
    const user = await api.user({ credits: 1_000 });
    const wrong = { request_id: '5', webhook_url: 'ftp://example.com' };
    expect((await submit(user, [image('A'), image('')], wrong)).body).toMatchObject({
      code: 'validation_failed',
      issues: [{ path: 'lines.2.prompt' }, { path: 'request_id' }, { path: 'webhook_url' }],
    });
  });

  it('without lines, or with more than 500', async () => {
    const user = await api.user({ credits: 100_000 });
    const none = await submit(user, []);
    expect(none.body).toMatchObject({
      code: 'validation_failed',
      issues: [issue('lines', 'A batch has at least one line')],
    });
    const tooMany = await submit(
      user,
      many(501, () => image('A')),
    );
    expect(tooMany.body).toMatchObject({
      issues: [issue('lines', 'A batch has at most 500 lines')],
    });
    expect((await user.post('/api/batches', { lines: 'all' })).status).toBe(400);
  });

  it('whole when the credits are too few, and says how many lines would fit', async () => {
    const user = await api.user({ credits: 6_010 });
    const lines = many(500, (index) => image(`Fox ${index}`));
    const expected = {
      fits: { lines: 300, left_credits: 10 },
      required: 10_000,
      current: 6_010,
    };
    const reply = await submit(user, lines);
    expect([reply.status, reply.body]).toEqual([
      400,
      refusal('insufficient_credits', 'Insufficient credits', expected),
    ]);
    expect(await countEntries(user)).toEqual({ generations: 0, batches: 0 });
    expect((await create(user, lines.slice(0, 300))).left_credits).toBe(10);
  });

  it('at the daily limit, at the budget of its key, and past the bound of the line', async () => {
    const user = await api.user({ credits: 100_000 });
    await user.request('/api/user/settings', { method: 'PATCH', body: { daily_cap_credits: 100 } });
    const lines = many(6, (index) => image(`Fox ${index}`));
    expect((await submit(user, lines)).body).toMatchObject({
      code: 'daily_cap_reached',
      required: 120,
      fits: { lines: 5 },
    });
    await user.request('/api/user/settings', { method: 'PATCH', body: { daily_cap_credits: null } });
    const { key } = await createKey(user, { scopes: ['generate', 'read'], total_budget_credits: 70 });
    const byKey = (body: object) =>
      api.browser().request('/api/batches', { ...withKey(key), method: 'POST', body });
    expect((await byKey({ lines })).body).toMatchObject({ code: 'key_budget_reached', fits: { lines: 3 } });
    expect((await byKey({ lines: lines.slice(0, 3) })).status).toBe(200);
    const long = many(500, (index) => image(`Fox ${index}`));
    await create(user, long);
    await create(user, long);
    expect((await submit(user, long)).body).toMatchObject({
      code: 'too_many_running',
      waiting: 1_000,
      waiting_limit: 1_000,
      fits: { lines: 0 },
    });
  });

  it('at another price than the one that was shown, and for an account that never paid', async () => {
    const user = await api.user({ credits: 1_000 });
    expect((await submit(user, [image('A'), image('B')], { expected_cost: 30 })).body).toMatchObject({
      code: 'price_changed',
      cost: 40,
      expected_cost: 30,
    });
    const newcomer = await api.user({ credits: 0 });
    expect((await submit(newcomer, [image('A')])).body).toMatchObject({ code: 'please_upgrade_account' });
    expect(await countEntries(user)).toEqual({ generations: 0, batches: 0 });
  });

  it('when its body is larger than 500 of the longest prompts', async () => {
    const user = await api.user({ credits: 1_000 });
    const long = await submit(
      user,
      many(500, () => image('x'.repeat(2_000))),
      { dry_run: true },
    );
    expect(long.status).toBe(200);
    expect((await submit(user, [image('x'.repeat(17_000_000))])).body).toMatchObject({
      code: 'body_too_large',
    });
  });
});

describe('a dry run', () => {
  it('prices each line, marks what stands twice, lists what is wrong, and holds nothing', async () => {
    const user = await api.user({ credits: 50 });
    const lines = [
      image('A', { seed: 1 }),
      image('A', { seed: 2 }),
      image('A', { seed: 1 }),
      image(''),
      image('B', { num_images: 2 }),
    ];
    expect(await price(user, lines)).toEqual({
      dry_run: true,
      total_credits: 100,
      lines: [
        { line: 1, cost_credits: 20, duplicate_of: null },
        { line: 2, cost_credits: 20, duplicate_of: null },
        { line: 3, cost_credits: 20, duplicate_of: 1 },
        { line: 4, cost_credits: null, duplicate_of: null },
        { line: 5, cost_credits: 40, duplicate_of: null },
      ],
      problems: [{ line: 4, path: 'prompt', code: expect.any(String), message: expect.any(String) }],
      fits: { lines: 2, left_credits: 10 },
    });
    expect(await countEntries(user)).toEqual({ generations: 0, batches: 0 });
    const newcomer = await api.user({ credits: 0 });
    expect(await price(newcomer, [image('A')])).toMatchObject({
      total_credits: 20,
      fits: { lines: 0, left_credits: 0 },
    });
  });
});

it('a dry run finds files that cannot be used, a missing project and an invalid webhook', async () => {
  const user = await api.user({ credits: 1_000 });
  const withImage = (image_url: string) => ({ kind: 'image-to-video', input: { prompt: 'A', image_url } });
  const gone = `/media/uploads/${randomUUID()}.png`;
  // A file elsewhere is not fetched before anything is paid.
  const lines = [withImage(await uploadImage(user)), image(''), withImage(gone), withImage(publicImage)];
  const { problems } = await price(user, lines);
  expect(problems.map(({ line, path, code }) => [line, path, code])).toEqual([
    [2, 'prompt', 'prompt_missing'],
    [3, 'image_url', 'file_not_found'],
  ]);
  for (const [more, path] of [
    [{ project_id: randomUUID() }, 'project_id'],
    [{ webhook_url: 'ftp://example.com' }, 'webhook_url'],
  ] as const)
    expect((await submit(user, [image('A')], { dry_run: true, ...more })).body).toMatchObject({
      code: 'validation_failed',
      issues: [issue(path, expect.any(String))],
    });
});

describe('the lists', () => {
  it('show batches newest first, page by page, and nothing of other users', async () => {
    const user = await api.user({ credits: 1_000 });
    const ids: string[] = [];
    for (const name of ['One', 'Two', 'Three'])
      ids.unshift((await create(user, [image(name)], { name })).batch.id);
    const first = (await user.get('/api/batches?pageSize=2')).body as BatchesReply;
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const rest = (await user.get(`/api/batches?pageSize=2&before=${first.next}`)).body as BatchesReply;
    expect(rest).toMatchObject({ data: [{ id: ids[2], name: 'One' }], next: null });

    const other = await api.user({ credits: 1_000 });
    expect(((await other.get('/api/batches')).body as BatchesReply).data).toEqual([]);
    const [id = ''] = ids;
    for (const call of [
      other.get(`/api/batches/${id}`),
      other.request(`/api/batches/${id}`, { method: 'PATCH', body: { name: 'x' } }),
      other.request(`/api/batches/${id}/pick`, { method: 'PUT', body: { set: 1, generation_id: null } }),
      other.post(`/api/batches/${id}/cancel`),
    ])
      expect((await call).status).toBe(404);
    expect(((await other.get(`/api/library?batch=${id}`)).body as LibraryReply).data).toEqual([]);
  });

  it('follow what becomes of the lines, their credits and their pictures', async () => {
    const user = await api.user({ credits: 1_000 });
    const { batch, generations } = await create(
      user,
      many(6, (index) => image(`Fox ${index}`)),
    );
    const [a = '', b = ''] = generations;
    await complete(a, 20);
    await endGeneration(api.deps, b, {
      status: 'failed',
      chargeCredits: 0,
      error: { code: 'timeout', detail: null },
    });
    expect(await read(user, batch.id)).toMatchObject({
      counts: { waiting: 3, running: 1, completed: 1, failed: 1, deleted: 0 },
      credits: { total: 120, held: 80, charged: 20, released: 20 },
      covers: [expect.stringContaining(a)],
    });
    await user.post('/api/library/trash', { ids: [a] });
    expect((await read(user, batch.id)).counts).toMatchObject({ completed: 0, deleted: 1 });
    const renamed = await user.request(`/api/batches/${batch.id}`, {
      method: 'PATCH',
      body: { name: 'Foxes' },
    });
    expect(renamed.body).toMatchObject({ batch: { name: 'Foxes' } });
    expect((await user.post(`/api/batches/${batch.id}/cancel`)).body).toEqual({ changed: 4 });
    expect(await read(user, batch.id)).toMatchObject({
      counts: { waiting: 0, running: 0, completed: 0, failed: 5, deleted: 1 },
      credits: { held: 0, charged: 20, released: 100 },
    });
    expect(await readBalance(user)).toEqual({ available: 980, held: 0 });
    expect((await user.post(`/api/batches/${batch.id}/cancel`)).body).toEqual({ changed: 0 });
  });
});

it('a batch and every change of it are announced to the browsers of its user', async () => {
  const user = await api.user({ credits: 1_000 });
  const socket = await connectSocket(api, user);
  const next = async (change: () => Promise<unknown>) => {
    const event = new Promise((resolve) => socket.once('batches:changed', resolve));
    await change();
    await event;
  };
  let id = '';
  let first = '';
  await next(async () => {
    const { batch, generations } = await create(user, [image('A'), image('A', { seed: 1 })]);
    [id, first] = [batch.id, generations[0] ?? ''];
  });
  await next(() => user.request(`/api/batches/${id}`, { method: 'PATCH', body: { name: 'B' } }));
  await complete(first, 20);
  await next(() =>
    user.request(`/api/batches/${id}/pick`, { method: 'PUT', body: { set: 1, generation_id: first } }),
  );
  socket.close();
});

describe('picks', () => {
  it('take a finished result of the set, may be changed and taken back, and are counted by model', async () => {
    const user = await api.user({ credits: 10_000 });
    const dev = (prompt: string) => ({ kind: 'flux-dev', input: { prompt } });
    const { batch, generations } = await create(user, [image('A'), dev('A'), image('B')]);
    const [schnellA = '', devA = '', schnellB = ''] = generations;
    const pick = (set: number, generation_id: string | null) =>
      user.request(`/api/batches/${batch.id}/pick`, { method: 'PUT', body: { set, generation_id } });
    expect((await pick(1, schnellA)).status).toBe(404);
    const cost = await pool.query<{ cost: number }>('select cost from generation where id = $1', [devA]);
    const devCost = cost.rows[0]?.cost ?? 0;
    await complete(schnellA, 20);
    await complete(devA, devCost);
    await complete(schnellB, 20);
    expect((await pick(2, schnellA)).status).toBe(404);
    expect((await pick(1, schnellA)).body).toMatchObject({
      batch: { picks: [{ set: 1, generation_id: schnellA }] },
    });
    expect((await pick(1, devA)).body).toMatchObject({
      batch: { picks: [{ set: 1, generation_id: devA }] },
    });
    await pick(2, schnellB);
    const statistics = async () =>
      ((await user.get('/api/batches/statistics')).body as PickStatisticsReply).models;
    expect(await statistics()).toEqual([
      {
        model: 'flux-dev',
        medium: 'image',
        compared: 1,
        won: 1,
        keepers: 1,
        credits: devCost,
        credits_per_keeper: devCost,
      },
      {
        model: 'flux-schnell',
        medium: 'image',
        compared: 1,
        won: 0,
        keepers: 1,
        credits: 40,
        credits_per_keeper: 40,
      },
    ]);
    await pick(2, null);
    expect((await read(user, batch.id)).picks).toEqual([{ set: 1, generation_id: devA }]);
    expect((await statistics())[1]).toMatchObject({ compared: 1, won: 0, credits_per_keeper: null });
  });

  it('of takes of one model count for what a keeper costs, and not as a comparison that it has won', async () => {
    const user = await api.user({ credits: 1_000 });
    const { batch, generations } = await create(user, [image('A'), image('A', { seed: 1 })]);
    for (const id of generations) await complete(id, 20);
    await user.request(`/api/batches/${batch.id}/pick`, {
      method: 'PUT',
      body: { set: 1, generation_id: generations[0] },
    });
    const { models } = (await user.get('/api/batches/statistics')).body as PickStatisticsReply;
    expect(models).toMatchObject([{ compared: 0, won: 0, keepers: 1, credits: 40, credits_per_keeper: 40 }]);
  });
});

describe('money', () => {
  it('never passes the balance by one credit when batches and submissions race for the last of it', async () => {
    const user = await api.user({ credits: 2_000 });
    const lines = many(12, (index) => image(`Fox ${index}`));
    const replies = await inLanes(numbers(16), (index) =>
      index % 4 === 0
        ? user.post('/api/wan/createVideo', { video_generation_type: 'text-to-video', prompt: 'A' })
        : submit(user, lines),
    );
    expect(replies.every(({ status }) => status === 200 || status === 400)).toBe(true);
    const batches = replies.filter(({ status, body }) => status === 200 && 'batch' in (body as object));
    const count = await countEntries(user);
    expect(count?.batches).toBe(batches.length);
    const { available = 0, held = 0 } = (await readBalance(user)) ?? {};
    expect(available + held).toBe(2_000);
    expect(available).toBeGreaterThanOrEqual(0);
    expect(held).toBe(batches.length * 240 + ((count?.generations ?? 0) - batches.length * 12) * 300);
  });

  it.each([
    ['the day’s limit', 'daily_cap_reached', 5],
    ['the budget of a key', 'key_budget_reached', 2],
  ])('never passes %s by one credit when batches race for the rest', async (_, code, fitting) => {
    const user = await api.user({ credits: 100_000 });
    const isOfDay = code === 'daily_cap_reached';
    const limit = isOfDay ? { daily_cap_credits: 1_000 } : {};
    await user.request('/api/user/settings', { method: 'PATCH', body: limit });
    const { key } = await createKey(user, {
      scopes: ['generate'],
      total_budget_credits: isOfDay ? null : 500,
    });
    // 180 credits each.
    const body = { lines: many(9, (index) => image(`Fox ${index}`)) };
    const replies = await inLanes(numbers(20), () =>
      api.browser().request('/api/batches', { ...withKey(key), method: 'POST', body }),
    );
    const codes = replies.map((reply) => (reply.body as { code?: string }).code ?? 'accepted').toSorted();
    const accepted = Array.from({ length: fitting }, () => 'accepted');
    expect(codes).toEqual([...accepted, ...Array.from({ length: 20 - fitting }, () => code)]);
    expect(await readBalance(user)).toMatchObject({ held: 180 * fitting });
    expect(await countEntries(user)).toEqual({ generations: 9 * fitting, batches: fitting });
  });

  // Credits are moved by SQL and no job is run, so that a second queue backend has nothing to change.
  if (process.env.TEST_QUEUE_BACKEND === 'postgres')
    it('held is what the button said, and charged and released are that in the end, over 1,000 random batches', {
      tags: 'random',
      timeout: 400_000,
    }, async () => {
      const { next: random } = createRandom(17);
      const users = await Promise.all(numbers(10).map(() => api.user({ credits: 1_000_000 })));
      const submitted = await inLanes(numbers(1_000), async (index) => {
        const user = users[index % users.length] ?? expect.fail('There is no user');
        const lines = many(1 + Math.floor(random() * 3), (at) => randomLine(random, `${index} ${at}`));
        const total = lines.reduce((sum, line) => sum + computePrice(line), 0);
        if (index % 10 === 0) expect((await price(user, lines)).total_credits).toBe(total);
        const { batch } = await create(user, lines, { expected_cost: total });
        return { batch: batch.id, total };
      });
      const ends = await endAll(users, random);
      for (const status of ['completed', 'partial', 'failed', 'cancelled'])
        expect(ends.get(status)).toBeGreaterThan(100);
      const { rows } = await pool.query<{
        batch_id: string;
        reserved: number;
        resolved: number;
        wrong: number;
      }>(
        `select g.batch_id, -sum(e.d_available) filter (where e.kind = 'reserve')::int as reserved,
              -sum(e.d_held) filter (where e.kind in ('settle', 'release'))::int as resolved,
              (-sum(e.d_available) - (select sum(settled) from generation where batch_id = g.batch_id))::int as wrong
         from ledger_entry e join generation g on g.id = e.generation_id
        where g.user_id = any($1) and g.batch_id is not null group by g.batch_id`,
        [users.map(({ userId }) => userId)],
      );
      const expected = submitted.map(({ batch, total: credits }) => [
        batch,
        { batch_id: batch, reserved: credits, resolved: credits, wrong: 0 },
      ]);
      expect(new Map(rows.map((row) => [row.batch_id, row]))).toEqual(new Map(expected as never));
    });
});

describe('the line', () => {
  it('cancels all that waits of a batch at once', async () => {
    const user = await api.user({ credits: 20_000 });
    await create(
      user,
      many(500, (index) => image(`Fox ${index}`)),
    );
    const { rows } = await pool.query<{ waiting: number }>(
      'select waiting from credit_account where user_id = $1',
      [user.userId],
    );
    expect(rows[0]?.waiting).toBe(497);
    expect((await user.post('/api/line/cancel', { all: true })).body).toMatchObject({ changed: 497 });
    expect(await readBalance(user)).toEqual({ available: 19_940, held: 60 });
  });
});

type Open = { id: string; user_id: string; cost: number; images: number; status: 'pending' | 'waiting' };

/**
 * Everything that runs ends in one of its ways, some of what waits is cancelled, and the next ones start, until none is
 * left.
 */
async function endAll(users: readonly TestUser[], random: () => number): Promise<Map<string, number>> {
  const byId = new Map(users.map((user) => [user.userId, user]));
  const listOpen = async () =>
    (
      await pool.query<Open>(
        `select id, user_id, cost, coalesce((input ->> 'num_images')::int, 1) as images, status
           from generation where user_id = any($1) and (status = 'pending'
            or id in (select distinct on (user_id) id from generation
                       where user_id = any($1) and status = 'waiting' order by user_id, md5(id::text)))`,
        [[...byId.keys()]],
      )
    ).rows;
  for (let open = await listOpen(); open.length > 0; open = await listOpen()) {
    const chosen = open.map((row) => ({ row, chance: random() }));
    await inLanes(chosen, ({ row, chance }) => endByChance(byId.get(row.user_id), row, chance));
    await inLanes(users, ({ userId }) => startWaiting(api.deps.db.pool, { userId, maxRunning: 3 }));
  }
  const { rows } = await pool.query<{ status: string; count: number }>(
    'select status, count(*)::int as count from generation where user_id = any($1) group by status',
    [[...byId.keys()]],
  );
  return new Map(rows.map(({ status, count }) => [status, count]));
}

async function endByChance(user: TestUser | undefined, row: Open, chance: number): Promise<void> {
  const { id, cost, images } = row;
  if (row.status === 'waiting' || chance < 0.1) {
    await user?.post(`/api/generations/${id}/cancel`);
    return;
  }
  if (chance < 0.4) return complete(id, cost);
  const delivered = images > 1 && chance < 0.7 ? Math.ceil((images - 1) * chance) : 0;
  await endGeneration(api.deps, id, {
    status: delivered > 0 ? 'partial' : 'failed',
    chargeCredits: Math.floor((cost * delivered) / images),
    error: delivered > 0 ? null : { code: 'timeout', detail: null },
  });
}

function computePrice({ kind: id, input }: Line): number {
  const kind = getKind(id);
  const parsed = parseInput(kind, input);
  return parsed.ok ? kind.price(parsed.input).costCredits : expect.fail('It is not valid');
}

function randomLine(random: () => number, prompt: string): Line {
  if (random() < 0.3) return video(prompt);
  if (random() < 0.3) return { kind: 'flux-dev', input: { prompt } };
  return image(prompt, { num_images: 1 + Math.floor(random() * 4) });
}
