import { randomUUID } from 'node:crypto';
import type {
  LibraryChangeReply,
  LibraryDaysReply,
  LibraryFacetsReply,
  LibraryReply,
  ProjectReply,
} from '@atelier/contract';
import { repairGenerationCounts } from '@atelier/db';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const { pool } = api.store.owner;

type Made = { medium?: string; status?: string; prompt?: string; at?: string; answer?: string } & {
  kind?: string;
  mode?: string | null;
  size?: [number, number];
  tags?: string[];
  favorite?: boolean;
  model?: string;
  settled?: number;
  seed?: number;
  seedUsed?: number;
};

/** Generations as they are after an end that cost nothing, without the entries of a ledger; newest last. Returns their ids. */
async function add(user: TestUser, ...generations: Made[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, generation] of generations.entries()) {
    const {
      medium = 'image',
      status = 'completed',
      prompt = 'A fox',
      tags = [],
      favorite = false,
    } = generation;
    const at = generation.at ?? new Date(Date.UTC(2026, 2, 1, 12, 0, index)).toISOString();
    const [width, height] = generation.size ?? [null, null];
    const { rows } = await pool.query<{ id: string }>(
      `insert into generation (id, user_id, kind, medium, status, stage, prompt, model, mode, width, height, input, cost,
                               released, expected_seconds, provider_endpoint, created_at, finished_at, deadline_at,
                               next_check_at, tags, is_favorite, seed_used, settled)
       values (gen_random_uuid(), $1, $2, $3, $4, 'done', $5, $14, $6, $7, $8, $12, 1 + $15::bigint, 1, 1, 'e', $9::timestamptz,
               $9::timestamptz, $9, $9, $10, $11, $13, $15::bigint) returning id`,
      [
        user.userId,
        generation.kind ?? `kind-${medium}`,
        medium,
        status,
        prompt,
        generation.mode ?? null,
        width,
        height,
        at,
        tags,
        favorite,
        generation.seed === undefined ? {} : { seed: generation.seed },
        generation.seedUsed ?? null,
        generation.model ?? 'm',
        generation.settled ?? 0,
      ],
    );
    const [row] = rows;
    if (!row) throw new Error('No generation');
    ids.push(row.id);
    if (generation.answer)
      await pool.query(
        `insert into output (id, generation_id, position, content_type, text, is_flagged)
         values (gen_random_uuid(), $1, 0, 'text/plain', $2, false)`,
        [row.id, generation.answer],
      );
  }
  await repairGenerationCounts(api.deps.db, user.userId);
  return ids;
}

async function library(user: TestUser, query = ''): Promise<LibraryReply & { ids: string[] }> {
  const { status, body } = await user.get(`/api/library?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  const reply = body as LibraryReply;
  return { ...reply, ids: reply.data.map(({ id }) => id) };
}

const facets = async (user: TestUser, query = '') =>
  (await user.get(`/api/library/facets?${query}`)).body as LibraryFacetsReply;
const days = async (user: TestUser, query = '') =>
  ((await user.get(`/api/library/days?${query}`)).body as LibraryDaysReply).days;
const change = async (user: TestUser, body: object) =>
  (await user.post('/api/library/change', body)).body as LibraryChangeReply;

describe('the library', () => {
  it('lists every medium, newest first, by page with totals', async () => {
    const user = await api.user();
    const ids = await add(
      user,
      { medium: 'video' },
      { medium: 'image' },
      { medium: 'audio' },
      { medium: 'text' },
    );
    await add(await api.user(), {});
    expect(await library(user, 'page=1&pageSize=3')).toMatchObject({
      ids: ids.toReversed().slice(0, 3),
      page: 1,
      total: 4,
      totalPages: 2,
      next: null,
      previous: null,
    });
    expect((await library(user, 'page=2&pageSize=3')).ids).toEqual([ids[0]]);
    expect(await library(user, 'page=9')).toMatchObject({ data: [], total: 4 });
  });

  it('is walked by cursors in both directions without a gap, also among generations of the same moment', async () => {
    const user = await api.user();
    const at = '2026-03-01T00:00:00Z';
    const all = await add(user, ...Array.from({ length: 7 }, () => ({ at })));
    const seen: string[] = [];
    let next: string | null | undefined;
    do {
      const page = await library(user, `pageSize=3${next ? `&before=${next}` : ''}`);
      expect(page.previous).toBe(next ? page.ids[0] : null);
      seen.push(...page.ids);
      next = page.next;
    } while (next);
    expect(seen.toSorted()).toEqual(all.toSorted());
    const back = await library(user, `pageSize=3&after=${seen[5]}`);
    expect(back.ids).toEqual(seen.slice(2, 5));
    expect(back).toMatchObject({ next: seen[4], previous: seen[2] });
    expect((await library(user, `pageSize=3&after=${seen[2]}`)).previous).toBeNull();
  });

  it('begins at the end of a day in the time zone of its reader', async () => {
    const user = await api.user();
    const [old, late, newer] = await add(
      user,
      { at: '2026-02-27T12:00:00Z' },
      { at: '2026-03-01T20:00:00Z' },
      { at: '2026-03-02T01:00:00Z' },
    );
    expect((await library(user, 'on=2026-03-01')).ids).toEqual([late, old]);
    const inTokyo = await library(user, 'on=2026-03-02&zone=Asia/Tokyo');
    for (const zone of ['Japan', 'asia/tokyo', 'Etc/GMT-9', '%2B09:00'])
      expect(await library(user, `on=2026-03-02&zone=${zone}`)).toEqual(inTokyo);
    expect(inTokyo).toMatchObject({ ids: [newer, late, old], previous: null });
    expect((await library(user, 'on=2026-03-01')).previous).toBe(late);
    expect(await days(user)).toEqual([
      ['2026-03-02', 1],
      ['2026-03-01', 1],
      ['2026-02-27', 1],
    ]);
    expect(await days(user, 'zone=Asia/Tokyo')).toEqual([
      ['2026-03-02', 2],
      ['2026-02-27', 1],
    ]);
  });

  it('filters by everything at once, and counts what the filters leave', async () => {
    const user = await api.user();
    const [fox, , film] = await add(
      user,
      { mode: 'text-to-image', size: [64, 48], tags: ['sea', 'blue'], favorite: true },
      { mode: 'image-to-image', size: [64, 48], tags: ['sea'], status: 'failed' },
      { medium: 'video', tags: ['sea'], at: '2026-03-05T10:00:00Z' },
    );
    const one = 'medium=image&status=completed&mode=text-to-image&size=64x48&tag=sea&tag=blue&favorite=true';
    expect((await library(user, one)).ids).toEqual([fox]);
    expect((await library(user, 'medium=video&medium=audio')).ids).toEqual([film]);
    expect((await library(user, 'from=2026-03-02&to=2026-03-05')).ids).toEqual([film]);
    expect((await library(user, 'size=nonsense')).ids).toEqual([]);
    expect((await library(user, 'model=none')).ids).toEqual([]);
    expect((await library(user, 'model=m&medium=video')).ids).toEqual([film]);
    expect(await facets(user, 'medium=image')).toEqual({
      total: 2,
      media: { video: 1, image: 2, audio: 0, text: 0 },
      favorites: 1,
      statuses: [
        { value: 'completed', count: 1 },
        { value: 'failed', count: 1 },
      ],
      kinds: [{ value: 'kind-image', count: 2 }],
      models: [{ value: 'm', count: 2 }],
      modes: [
        { value: 'image-to-image', count: 1 },
        { value: 'text-to-image', count: 1 },
      ],
      sizes: [{ value: '64x48', count: 2 }],
      tags: [
        { value: 'sea', count: 2 },
        { value: 'blue', count: 1 },
      ],
      projects: [],
    });
  });

  it('finds and counts as one what looks the same, however its accents were typed', async () => {
    const user = await api.user();
    const ids = await add(user, { prompt: 'Un café' }, { prompt: 'Ein Haus' });
    const [typed, pasted] = ['Caf\u00e9', 'Cafe\u0301'];
    for (const [index, tag] of [typed, pasted].entries())
      await user.post('/api/library/change', { ids: [ids[index]], addTags: [tag] });
    const { body } = await user.get('/api/library/facets');
    expect((body as LibraryFacetsReply).tags).toEqual([{ value: typed, count: 2 }]);
    for (const tag of [typed, pasted])
      expect((await library(user, `tag=${encodeURIComponent(tag)}`)).ids).toHaveLength(2);
    const search = encodeURIComponent('cafe\u0301');
    expect((await library(user, `search=${search}`)).ids).toEqual([ids[1], ids[0]]);
  });

  it('searches prompts, whole tags and answers at once', async () => {
    const user = await api.user();
    const [byPrompt, byTag, byAnswer, chinese] = await add(
      user,
      { prompt: 'A lighthouse in fog' },
      { prompt: 'Waves', tags: ['Lighthouse'] },
      { medium: 'text', prompt: 'What is this?', answer: 'It is a LIGHTHOUSE.' },
      { prompt: '雪地里的狐狸' },
    );
    expect((await library(user, 'search=lighthouse')).ids).toEqual([byAnswer, byTag, byPrompt]);
    expect((await library(user, `search=${encodeURIComponent('狐狸')}`)).ids).toEqual([chinese]);
    expect((await library(user, 'search=100%25')).ids).toEqual([]);
    expect((await facets(user, 'search=lighthouse')).media).toEqual({
      video: 0,
      image: 2,
      audio: 0,
      text: 1,
    });
  });

  it('searches models by the beginning of their name, and seeds whole', async () => {
    const user = await api.user();
    const [asked, used, veo] = await add(
      user,
      { prompt: 'Waves', seed: 4_242 },
      { prompt: 'Sand', seed: 7, seedUsed: 4_294_967_295 },
      { medium: 'video', kind: 'veo3-1-fast', prompt: 'Snow' },
    );
    await add(await api.user(), { kind: 'veo3-1-fast', seed: 4_242 });
    expect((await library(user, 'search=VEO')).ids).toEqual([veo]);
    expect((await library(user, 'search=fast')).ids).toEqual([]);
    expect((await library(user, 'search=veo&medium=image')).ids).toEqual([]);
    expect((await library(user, 'search=4242')).ids).toEqual([asked]);
    expect((await library(user, 'search=424')).ids).toEqual([]);
    expect((await library(user, 'search=4294967295')).ids).toEqual([used]);
    expect((await library(user, 'search=7')).ids).toEqual([]);
  });

  it('sorts pages by model, credits, status or age, the newest first among equals', async () => {
    const user = await api.user();
    const [a, b, c] = await add(
      user,
      { prompt: 'One fox', model: 'veo', settled: 5 },
      { prompt: 'Two foxes', model: 'flux', settled: 50 },
      { prompt: 'A hare', model: 'veo', settled: 20, status: 'failed' },
    );
    const sorted = async (query: string) => (await library(user, `page=1&${query}`)).ids;
    expect(await sorted('sort=model&order=asc')).toEqual([b, c, a]);
    expect(await sorted('sort=model')).toEqual([c, a, b]);
    expect(await sorted('sort=credits')).toEqual([b, c, a]);
    expect(await sorted('sort=credits&order=asc&search=fox')).toEqual([a, b]);
    expect(await sorted('sort=status')).toEqual([c, b, a]);
    expect(await sorted('order=asc')).toEqual([a, b, c]);
    expect(await sorted('sort=credits&pageSize=1')).toEqual([b]);
    expect((await library(user, 'page=3&pageSize=1&sort=credits')).ids).toEqual([a]);
    expect(await library(user, 'page=1&sort=model&status=completed')).toMatchObject({
      ids: [a, b],
      total: 2,
      totalPages: 1,
    });
    const { status, body } = await user.get('/api/library?sort=credits');
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'sort' }] },
    });
  });

  it('refuses what it cannot read: an unknown cursor, that of another user, a time zone that does not exist', async () => {
    const user = await api.user();
    const [foreign] = await add(await api.user(), {});
    for (const query of [
      `before=${foreign}`,
      `after=${randomUUID()}`,
      'before=x',
      'zone=Mars/Base',
      'zone=%2B31:00',
      'status=odd',
    ])
      expect(await user.get(`/api/library?${query}`)).toMatchObject({ body: { code: 'invalid_query' } });
    expect((await user.get('/api/library/days?zone=Mars/Base')).status).toBe(400);
  });

  it('names the parameter that was no cursor of the list', async () => {
    const user = await api.user();
    const refusedAt = async (query: string) => {
      const { body } = await user.get(`/api/library?${query}`);
      return (body as { issues: { path: string }[] }).issues.map(({ path }) => path);
    };
    expect(await refusedAt(`before=${randomUUID()}`)).toEqual(['before']);
    expect(await refusedAt(`after=${randomUUID()}`)).toEqual(['after']);
  });
});

describe('a change of many generations', () => {
  it('sets marks, tags and project in one call, skips what is not the user’s, and raises revisions', async () => {
    const user = await api.user();
    const ids = await add(user, { tags: ['old', 'kept'] }, { medium: 'video' });
    const [foreign = ''] = await add(await api.user(), {});
    const { project } = (await user.post('/api/projects', { name: 'Foxes' })).body as ProjectReply;
    const body = { favorite: true, addTags: ['new', 'kept'], removeTags: ['old'], project: project.id };
    expect(await change(user, { ids: [...ids, foreign, ...ids], ...body })).toEqual({
      changed: 2,
      skipped: [foreign],
      full: [],
    });
    const { data } = await library(user);
    expect(
      data.map(({ tags, is_favorite, project_id, revision }) => [
        tags,
        is_favorite,
        project_id,
        revision > 0,
      ]),
    ).toEqual([
      [['new', 'kept'], true, project.id, true],
      [['kept', 'new'], true, project.id, true],
    ]);
    expect((await library(user, `project=${project.id}`)).ids.length).toBe(2);
    await change(user, { ids: [ids[0]], project: null });
    expect((await library(user, 'project=none')).ids).toEqual([ids[0]]);
    const { rows } = await pool.query('select tags, is_favorite, project_id from generation where id = $1', [
      foreign,
    ]);
    expect(rows).toEqual([{ tags: [], is_favorite: false, project_id: null }]);
  });

  it('leaves a generation as it is that would have more than ten tags, and says which', async () => {
    const user = await api.user();
    const nine = Array.from({ length: 9 }, (_, index) => `tag ${index}`);
    const [full, free] = await add(user, { tags: nine }, {});
    const reply = await change(user, { ids: [full, free], addTags: ['a', 'b'] });
    expect(reply).toEqual({ changed: 1, skipped: [], full: [full] });
    expect((await library(user, 'tag=a')).ids).toEqual([free]);
  });

  it('refuses more than 5,000 ids, no change at all, and a project of another user, before anything changes', async () => {
    const user = await api.user();
    const ids = await add(user, {});
    const many = Array.from({ length: 5_001 }, () => randomUUID());
    expect((await user.post('/api/library/change', { ids: many, favorite: true })).status).toBe(400);
    expect((await user.post('/api/library/change', { ids })).status).toBe(400);
    const { project } = (await (await api.user()).post('/api/projects', { name: 'Mine' }))
      .body as ProjectReply;
    const refused = await user.post('/api/library/change', { ids, favorite: true, project: project.id });
    expect(refused).toMatchObject({ body: { code: 'not_found' } });
    expect((await library(user, 'favorite=true')).ids).toEqual([]);
  });

  it('marks thousands in one statement and sends one message', async () => {
    const user = await api.user();
    const { rows } = await pool.query<{ id: string }>(
      `insert into generation (id, user_id, kind, medium, status, stage, prompt, model, input, cost, released,
                               expected_seconds, provider_endpoint, finished_at, deadline_at, next_check_at)
       select gen_random_uuid(), $1, 'k', 'image', 'completed', 'done', 'x', 'm', '{}', 1, 1, 1, 'e', now(), now(), now()
         from generate_series(1, 3000) returning id`,
      [user.userId],
    );
    let messages = 0;
    const stop = api.realtime.onUserMessage(user.userId, () => {
      messages += 1;
    });
    expect(await change(user, { ids: rows.map(({ id }) => id), addTags: ['all'] })).toMatchObject({
      changed: 3_000,
    });
    await expect.poll(() => messages).toBe(1);
    stop();
    expect((await facets(user, 'tag=all')).total).toBe(3_000);
  });
});
