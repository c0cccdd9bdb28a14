import { kinds, media } from '@atelier/catalog';
import { describe, expect, it } from 'vitest';
import {
  blankGeneration,
  deleteBody,
  generation,
  generationStatuses,
  generationsQuery,
  historyQuery,
  idParams,
  imageHistoryQuery,
  isTerminal,
  submissionBody,
  userRoom,
  webhookPaths,
} from './index.ts';

const id = '0198c0de-7a00-7000-8000-000000000001';

describe('queries', () => {
  it('of a history start at page 1 with 10 rows and no search', () => {
    expect(historyQuery.parse({})).toEqual({ page: 1, pageSize: 10, search: '' });
    expect(historyQuery.parse({ page: '3', pageSize: '100', search: ' fox ' })).toEqual({
      page: 3,
      pageSize: 100,
      search: ' fox ',
    });
  });

  it.each([
    { page: '0' },
    { page: '-1' },
    { page: '1.5' },
    { page: 'x' },
    { page: '' },
    { page: '1000001' },
    { pageSize: '101' },
    { pageSize: '0' },
    { page: ['1', '2'] },
    { search: 'x'.repeat(201) },
    { search: ['a', 'b'] },
    { search: 'a\u0000b' },
    { search: 'a\ud800' },
  ])('refuse %j', (query) => expect(historyQuery.safeParse(query).success).toBe(false));

  it('of the image history have 20 rows a page, and tags once or repeatedly', () => {
    const query = { page: 1, pageSize: 20, search: '', onlyFavorites: 'false' };
    expect(imageHistoryQuery.parse({})).toEqual(query);
    expect(imageHistoryQuery.parse({ tags: ' sea ' })).toEqual({ ...query, tags: 'sea' });
    expect(imageHistoryQuery.parse({ tags: ['sea', '海'] })).toEqual({ ...query, tags: ['sea', '海'] });
    const days = { dateStart: '2026-03-01', dateEnd: '2026-03-01T08:00:00+08:00' };
    expect(imageHistoryQuery.parse(days)).toEqual({ ...query, ...days });
  });

  it('of the list know up to 100 ids and two flags', () => {
    expect(generationsQuery.parse({ active: 'true', medium: 'video', other: '1' })).toEqual({
      active: 'true',
      medium: 'video',
    });
    for (const query of [{ active: '1' }, { active: true }, { medium: 'model' }])
      expect(generationsQuery.safeParse(query).success).toBe(false);
    const ids = (count: number) => Array(count).fill('019a5c3e-7f00-7000-8000-000000000001').join(',');
    expect(generationsQuery.parse({ ids: ids(100) })).toEqual({ ids: ids(100) });
    for (const wrong of ['', 'all', ids(101), `${ids(2)},`])
      expect(generationsQuery.safeParse({ ids: wrong }).success).toBe(false);
  });
});

describe('bodies', () => {
  it('of a submission pass on the fields that the catalog checks', () => {
    const body = { prompt: 5, resolution: null, video_generation_type: 'vace', unknown: [] };
    expect(submissionBody.parse(body)).toEqual(body);
  });

  it.each([null, [], 'text', 5, undefined])('of a submission are objects, so they refuse %j', (body) =>
    expect(submissionBody.safeParse(body).success).toBe(false),
  );

  it('of a deletion name one id', () => {
    expect(deleteBody.parse({ id, deleteFiles: false })).toEqual({ id, deleteFiles: false });
    for (const body of [{}, { id: '1' }, { id: [id] }, { id, deleteFiles: 'no' }])
      expect(deleteBody.safeParse(body).success).toBe(false);
  });

  it('say what a bad id must be', () => {
    expect(idParams.safeParse({ id: '1; drop table' }).error?.issues[0]?.message).toBe('This must be a UUID');
    expect(idParams.safeParse({ id }).success).toBe(true);
  });
});

it('a generation has ended in every status but that of waiting and the two running ones', () => {
  expect(generationStatuses.filter((status) => !isTerminal(status))).toEqual([
    'waiting',
    'pending',
    'processing',
  ]);
});

it('a blank generation has every field', () => {
  const blank = blankGeneration({
    id,
    kind: 'vace',
    medium: 'video',
    created_at: '2026-01-01T00:00:00.000Z',
  });
  expect(generation.parse(blank)).toEqual(blank);
});

it('every medium of the catalog has a webhook address of its own', () => {
  expect(new Set(Object.values(webhookPaths)).size).toBe(media.length);
  for (const { medium } of kinds) expect(webhookPaths[medium]).toMatch(/^\/api\/wan\/get\w*Result$/);
});

it('the room of a user is named after them', () => expect(userRoom(id)).toBe(`user:${id}`));
