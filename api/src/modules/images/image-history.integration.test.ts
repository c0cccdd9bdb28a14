import type { CreateReply, ImageFacetsReply, ImageHistoryReply } from '@atelier/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { finishImage } from '../../testing/endings.ts';
import { refusal } from '../../testing/refusal.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import { submitImage, uploadImage } from '../../testing/submissions.ts';

const api = await startTestApi();
afterEach(() => api.store.expectWholeLedger());
afterAll(() => api.close());

const path = '/api/image-generation/history';

async function readHistory(user: TestUser, query: string | Record<string, string> = {}) {
  const reply = await user.get(`${path}?${new URLSearchParams(query)}`);
  expect(reply.status).toBe(200);
  return reply.body as ImageHistoryReply;
}

const mark = (user: TestUser, imageId: string | string[], more: object) =>
  user.post('/api/image-generation/favorite', { imageId, ...more });

describe('the history', () => {
  it('is paged by twenty, newest first, and empty past its end', async () => {
    const user = await api.user();
    const made: CreateReply[] = [];
    for (let count = 0; count < 21; count += 1) made.unshift(await submitImage(user));
    const [first, second] = [
      await readHistory(user, { viewMode: 'grid' }),
      await readHistory(user, { page: '2' }),
    ];
    expect(first).toMatchObject({ total: 21, page: 1, totalPages: 2 });
    expect([first.data.length, second.data.length]).toEqual([20, 1]);
    const listed = [...first.data, ...second.data];
    expect(listed.map(({ id }) => id)).toEqual(made.map(({ id }) => id));
    expect(await readHistory(user, { page: '9', pageSize: '5' })).toMatchObject({
      data: [],
      total: 21,
      page: 9,
      totalPages: 5,
    });
  });

  it('returns every field and the whole generation', async () => {
    const user = await api.user();
    const { id, keys } = await finishImage(api.deps, user, {
      images: ['flagged', 'shown', 'shown'],
      model: 'flux-dev',
      seed: 7,
      negative_prompt: 'rain',
    });
    const { data, stats } = await readHistory(user);
    expect(data).toEqual([
      {
        id,
        request_id: id,
        prompt: 'A red fox in fresh snow',
        negative_prompt: 'rain',
        width: 64,
        height: 48,
        model: 'flux-dev',
        generation_mode: 'text-to-image',
        image_generation_type: 'text-to-image',
        feature_type: 'flux1-create',
        generation_params: { guidance_scale: 3.5, enable_safety_checker: true, image_strength: null },
        quality: 'square_hd',
        steps: 28,
        cfg_scale: 3.5,
        seed: 7,
        style: null,
        number_of_images: 3,
        credits: 60,
        tags: [],
        is_favorite: false,
        is_public: false,
        status: 'partial',
        error_message: null,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        updated_at: data[0]?.generation.finished_at,
        image_urls: keys.map((key) => `/media/${key}`),
        generated_images: keys.map((key) => `/media/${key}`),
        image_url: `/media/${keys[0]}`,
        thumbnail_url: expect.stringMatching(/^\/media\/.*\.webp$/),
        reference_image_url: null,
        generation: expect.objectContaining({
          credits: { cost: 90, held: 0, settled: 60, released: 30 },
          outputs: [
            expect.objectContaining({ is_flagged: true, url: null }),
            expect.objectContaining({ is_flagged: false }),
            expect.objectContaining({ is_flagged: false }),
          ],
        }),
      },
    ]);
    expect(stats).toEqual({ totalGenerated: 1, totalCreditsUsed: 60, favoriteCount: 0 });
  });

  it('reports why a generation failed, without its images', async () => {
    const user = await api.user();
    await finishImage(api.deps, user, { images: ['flagged'] });
    const { data } = await readHistory(user);
    expect(data).toMatchObject([
      {
        status: 'failed',
        credits: 0,
        generated_images: [],
        image_url: null,
        error_message: 'The content was refused by the safety check',
      },
    ]);
  });
});

describe('the filters', () => {
  let made: { user: TestUser; other: TestUser; names: Map<string, string> };
  beforeAll(async () => {
    const [user, other] = [await api.user(), await api.user()];
    const image_url = await uploadImage(user);
    const square = await finishImage(api.deps, user, { image_size: 'square', prompt: '雨夜的街道' });
    const wide = await finishImage(api.deps, user, { model: 'sd35', image_size: 'landscape_4_3' });
    const painted = await finishImage(api.deps, user, {
      image_generation_type: 'image-to-image',
      model: 'flux-dev',
      image_url,
      prompt: '100% wool',
    });
    await finishImage(api.deps, other, { image_size: 'square' });
    await mark(user, [square.id, painted.id], { isFavorite: true });
    await mark(user, square.id, { tags: ['night', 'city'] });
    await mark(user, wide.id, { tags: ['night'] });
    const days = { [square.id]: '2026-03-01T23:30:00Z', [wide.id]: '2026-03-02T00:30:00Z' };
    for (const [id, day] of Object.entries(days))
      await api.store.owner.pool.query('update generation set created_at = $2 where id = $1', [id, day]);
    const names = new Map([
      [square.id, 'square'],
      [wide.id, 'wide'],
      [painted.id, 'painted'],
    ]);
    made = { user, other, names };
  });

  it.each([
    ['', 'painted wide square'],
    ['mode=text-to-image', 'wide square'],
    ['mode=image-to-image', 'painted'],
    ['mode=style-transfer', ''],
    ['model=flux-dev', 'painted'],
    ['model=Midjourney', ''],
    ['size=512x512', 'square'],
    ['size=landscape_4_3', 'wide'],
    ['size=1024%C3%97768', 'wide'],
    ['size=64x48', 'painted'],
    ['size=huge', ''],
    ['dateStart=2026-03-01&dateEnd=2026-03-01', 'square'],
    ['dateStart=2026-03-02', 'painted wide'],
    ['dateEnd=2026-03-02T08:30:00%2B08:00', 'wide square'],
    ['dateEnd=2026-03-02T00:29:59Z', 'square'],
    ['onlyFavorites=true', 'painted square'],
    ['onlyFavorites=false', 'painted wide square'],
    ['tags=night', 'wide square'],
    ['tags=night&tags=city', 'square'],
    ['tags[]=night&tags[]=city', 'square'],
    ['tags[]=night', 'wide square'],
    ['tags=night&tags=sea', ''],
    ['search=雨夜', 'square'],
    ['search=100%25', 'painted'],
    ['search=City', 'square'],
    ['search=FOX&model=sd35&tags=night&size=1024x768', 'wide'],
    ['mode=&model=&size=&search=', 'painted wide square'],
  ])('find for %j: %j', async (query, expected) => {
    const { user, names } = made;
    const { data, total, stats } = await readHistory(user, query);
    expect(data.map(({ id }) => names.get(id)).join(' ')).toBe(expected);
    expect(total).toBe(data.length);
    expect(stats).toEqual({ totalGenerated: 3, totalCreditsUsed: 8 + 8 + 30, favoriteCount: 2 });
  });

  it('offer the values among the user’s own images, with counts', async () => {
    const { user, other } = made;
    const facets = (await user.get('/api/image-generation/facets')).body as ImageFacetsReply;
    expect(facets).toEqual({
      modes: [
        { value: 'text-to-image', count: 2 },
        { value: 'image-to-image', count: 1 },
      ],
      models: ['flux-dev', 'flux-schnell', 'sd35'].map((value) => ({ value, count: 1 })),
      sizes: ['1024x768', '512x512', '64x48'].map((value) => ({ value, count: 1 })),
      tags: [
        { value: 'night', count: 2 },
        { value: 'city', count: 1 },
      ],
    });
    expect((await other.get('/api/image-generation/facets')).body).toMatchObject({ tags: [] });
  });

  it.each([
    'page=0',
    'pageSize=101',
    'viewMode=table',
    'search=a%00',
    `model=${'x'.repeat(61)}`,
    'dateStart=yesterday',
    'dateStart=2026-13-01',
    'dateEnd=2026-03-01T00:00:00',
    'onlyFavorites=1',
    'tags=',
    `tags=${'x'.repeat(41)}`,
  ])('are refused when invalid: %s', async (query) => {
    const reply = await (await api.user()).get(`${path}?${query}`);
    expect([reply.status, reply.body]).toMatchObject([400, { code: 'invalid_query' }]);
  });
});

describe('favorite mark and tags', () => {
  it('are set independently, for one image or several', async () => {
    const user = await api.user();
    const [one, other] = [await submitImage(user), await submitImage(user)];
    const marked = await mark(user, one.id, { isFavorite: true });
    expect(marked.body).toMatchObject({
      success: true,
      data: [{ id: one.id, is_favorite: true, tags: [] }],
    });
    const tagged = await mark(user, [one.id, other.id], { tags: [' sea ', 'sea', '海'] });
    expect(tagged.status).toBe(200);
    const { data } = await readHistory(user);
    expect(data.map(({ is_favorite, tags }) => ({ is_favorite, tags }))).toEqual([
      { is_favorite: false, tags: ['sea', '海'] },
      { is_favorite: true, tags: ['sea', '海'] },
    ]);
    await mark(user, one.id, { isFavorite: false, tags: [] });
    expect((await readHistory(user, { onlyFavorites: 'true' })).total).toBe(0);
  });

  it('can be set by the owner only', async () => {
    const [owner, stranger] = [await api.user(), await api.user()];
    const { id } = await submitImage(owner);
    const reply = await mark(stranger, id, { isFavorite: true });
    expect([reply.status, reply.body]).toEqual([
      404,
      refusal('not_found', 'Failed to update favorite status'),
    ]);
    expect((await readHistory(owner)).data).toMatchObject([{ is_favorite: false }]);
  });

  it.each([
    {},
    { imageId: 'x' },
    { imageId: [] },
    { isFavorite: 'yes' },
    { tags: Array.from({ length: 11 }, (_, index) => `tag ${index}`) },
    { tags: ['x'.repeat(41)] },
    { tags: ['a\u0000'] },
    { tags: [' '] },
  ])('are refused for %j', async (more) => {
    const user = await api.user();
    const imageId = Object.keys(more).length === 0 ? undefined : (await submitImage(user)).id;
    const reply = await user.post('/api/image-generation/favorite', { imageId, ...more });
    expect([reply.status, reply.body]).toMatchObject([400, { code: 'validation_failed' }]);
  });
});

describe('deletion', () => {
  const remove = (user: TestUser, body: object) =>
    user.request('/api/image-generation/delete', { method: 'DELETE', body });
  /** Ids of generations whose files are deleted when they leave the trash. */
  const filesToDelete = async (ids: string[]) => {
    const { rows } = await api.store.owner.pool.query<{ id: string }>(
      'select id from generation where deleted_at is not null and not keeps_files',
    );
    return ids.filter((id) => rows.some((row) => row.id === id));
  };

  it('removes ended and running images from the list and returns how many', async () => {
    const user = await api.user({ credits: 1_000 });
    const ended = [await finishImage(api.deps, user), await finishImage(api.deps, user)];
    const running = await submitImage(user);
    const ids = [...ended.map(({ id }) => id), running.id];
    const unknown = '0198c0de-7a00-4000-8000-00000000000b';
    const reply = await remove(user, { ids: [...ids, unknown], deleteFiles: false });
    expect([reply.status, reply.body]).toEqual([200, { success: true, deletedCount: 3 }]);
    expect(await readHistory(user)).toMatchObject({
      data: [],
      total: 0,
      // Deleting refunds nothing, so what was used stays used.
      stats: { totalGenerated: 0, totalCreditsUsed: 40, favoriteCount: 0 },
    });
    expect((await user.get('/api/user/info')).body).toMatchObject({
      credits: { left_credits: 960, held_credits: 0 },
    });
    expect(await filesToDelete(ids)).toEqual([]);
    expect((await remove(user, { ids })).status).toBe(404);
  });

  it('takes the ids from the query as well', async () => {
    const user = await api.user();
    const [one, two, three] = await Promise.all([1, 2, 3].map(() => finishImage(api.deps, user)));
    const path = '/api/image-generation/delete';
    const single = await user.request(`${path}?ids=${one?.id}`, { method: 'DELETE' });
    expect([single.status, single.body]).toEqual([200, { success: true, deletedCount: 1 }]);
    const query = `ids=${two?.id}&ids=${three?.id}&deleteFiles=true`;
    const both = await user.request(`${path}?${query}`, {
      method: 'DELETE',
      body: { ids: [three?.id, two?.id] },
    });
    expect([both.status, both.body]).toEqual([200, { success: true, deletedCount: 2 }]);
    expect(await filesToDelete([two?.id ?? '', three?.id ?? ''])).toHaveLength(2);
  });

  it('of one unknown image is refused in the singular', async () => {
    const user = await api.user();
    const unknown = ['0198c0de-7a00-4000-8000-00000000000b', '0198c0de-7a00-4000-8000-00000000000c'];
    expect((await remove(user, { ids: unknown.slice(1) })).body).toMatchObject({
      message: 'Failed to delete record',
    });
    expect((await remove(user, { ids: unknown })).body).toMatchObject({
      message: 'Failed to delete records',
    });
  });

  it('deletes the files of a single image, and of several on request', async () => {
    const user = await api.user();
    const images = await Promise.all([1, 2, 3, 4, 5].map(() => finishImage(api.deps, user)));
    const [single = '', ...others] = images.map(({ id }) => id);
    await remove(user, { ids: [single] });
    await remove(user, { ids: others.slice(0, 2) });
    await remove(user, { ids: others.slice(2), deleteFiles: true });
    expect(await filesToDelete([single, ...others])).toEqual([single, ...others.slice(2)]);
  });

  it('is limited to the user’s own images', async () => {
    const [owner, stranger] = [await api.user(), await api.user()];
    const { id } = await finishImage(api.deps, owner);
    const own = await finishImage(api.deps, stranger);
    const refused = await remove(stranger, { ids: [id] });
    expect([refused.status, refused.body]).toEqual([404, refusal('not_found', 'Failed to delete record')]);
    expect((await remove(stranger, { ids: [id, own.id] })).body).toMatchObject({ deletedCount: 1 });
    expect((await readHistory(owner)).total).toBe(1);
  });

  it.each([{ ids: [] }, { ids: 'x' }, { ids: ['x'] }, {}])('is refused for %j', async (body) => {
    const reply = await remove(await api.user(), body);
    expect([reply.status, reply.body]).toMatchObject([400, { code: 'validation_failed' }]);
  });
});
