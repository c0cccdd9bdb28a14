import { afterEach, describe, expect, it, vi } from 'vitest';
import { listSounds, toFilter } from './library-query.ts';
import { type LibraryView, noFilters } from './library-view.ts';

const view: LibraryView = { page: 2, search: ' ', viewMode: 'list', sort: undefined, filters: noFilters };

describe('the list of sounds', () => {
  const signal = new AbortController().signal;
  const asked = async (asking: LibraryView) => {
    const fetched = vi.fn(async (_path: string) =>
      Response.json({ data: [], total: 0, page: 1, totalPages: 0 }),
    );
    vi.stubGlobal('fetch', fetched);
    await listSounds(asking, signal);
    return fetched.mock.calls[0]?.[0];
  };
  afterEach(() => vi.unstubAllGlobals());

  it('is their own history, which knows of refunds, and sends the search only when there is one', async () => {
    expect(await asked(view)).toBe('/api/audio-generation/history?page=2&pageSize=10');
    const search = new URLSearchParams({ search: 'a&b 雨' });
    const path = `/api/audio-generation/history?page=2&pageSize=10&${search}`;
    expect(await asked({ ...view, search: ' a&b 雨 ' })).toBe(path);
  });

  it('is the library with a filter, which only that has', async () => {
    const path = await asked({ ...view, filters: { ...noFilters, isFavorite: true } });
    expect(path).toMatch(/^\/api\/library\?medium=audio&favorite=true&.*page=2&pageSize=10$/);
  });

  it('is the library in another order, which only that has', async () => {
    expect(await asked({ ...view, sort: 'oldest' })).toMatch(
      /^\/api\/library\?medium=audio&.*sort=created&order=asc&page=2&pageSize=10$/,
    );
  });
});

describe('the query of the library', () => {
  it.each(['constructor', '__proto__', 'nonsense'])('has no status for %j, which is none', (status) => {
    expect(toFilter('all', { ...view, filters: { ...noFilters, status } }).status).toBeUndefined();
  });

  it('names the medium of its tab, every status of a filter, and the time zone of the days', () => {
    const filters = { ...noFilters, status: 'running', dateEnd: '2026-03-01', tags: ['sea'] };
    expect(toFilter('image-understanding', { ...view, filters })).toMatchObject({
      medium: 'text',
      status: ['waiting', 'pending', 'processing'],
      to: '2026-03-01',
      tag: ['sea'],
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
    expect(toFilter('all', view).medium).toBeUndefined();
  });

  it('asks for every chosen value of a filter', () => {
    const filters = { ...noFilters, status: 'failed,cancelled,melted', model: 'flux-dev,flux-schnell' };
    expect(toFilter('image', { ...view, filters })).toMatchObject({
      status: ['failed', 'cancelled'],
      model: ['flux-dev', 'flux-schnell'],
    });
  });

  it('leaves out what the server would refuse', () => {
    const model = `${'x'.repeat(61)},flux-dev`;
    expect(toFilter('all', { ...view, filters: { ...noFilters, model } }).model).toEqual(['flux-dev']);
    const filters = { ...noFilters, status: 'melted', project: 'Desert film' };
    expect(toFilter('all', { ...view, filters })).toMatchObject({ status: undefined, project: undefined });
    expect(toFilter('all', { ...view, filters: { ...noFilters, project: 'none' } }).project).toBe('none');
  });
});
