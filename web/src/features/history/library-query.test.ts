import { describe, expect, it } from 'vitest';
import { fillPath } from '#lib/api/request.ts';
import { filterOf, imageQueryOf, plainQueryOf } from './library-query.ts';
import { type LibraryView, noFilters } from './library-view.ts';

const view: LibraryView = { page: 2, search: ' ', viewMode: 'list', filters: noFilters };

describe('the query of the image history', () => {
  it('requests twenty rows and leaves out filters that are not set', () => {
    expect(fillPath('/history', {}, imageQueryOf(view))).toBe('/history?page=2&pageSize=20&viewMode=list');
  });

  it('lists all tags, and sends favorites as a flag', () => {
    const filters = { ...noFilters, isFavorite: true, tags: ['sea', 'red, blue'] };
    expect(imageQueryOf({ ...view, search: 'fox', filters })).toMatchObject({
      tags: ['sea', 'red, blue'],
      onlyFavorites: 'true',
      search: 'fox',
    });
  });

  it('covers its days from the first moment of the first to the last moment of the last', () => {
    const filters = { ...noFilters, dateStart: '2026-03-01', dateEnd: '2026-03-01' };
    expect(imageQueryOf({ ...view, filters })).toMatchObject({
      dateStart: new Date(2026, 2, 1).toISOString(),
      dateEnd: new Date(2026, 2, 1, 23, 59, 59, 999).toISOString(),
    });
  });

  it('is not enough for a filter that only the library has', () => {
    expect(imageQueryOf({ ...view, filters: { ...noFilters, status: 'failed' } })).toBeUndefined();
  });
});

describe('the query of another history', () => {
  it('requests ten rows, and sends the search only when there is one', () => {
    expect(plainQueryOf('video', { ...view, search: ' a&b 雨 ' })).toEqual({
      page: 2,
      pageSize: 10,
      search: 'a&b 雨',
    });
    expect(plainQueryOf('audio', view)).toEqual({ page: 2, pageSize: 10, search: undefined });
    expect(plainQueryOf('video', { ...view, filters: { ...noFilters, isFavorite: true } })).toBeUndefined();
  });
});

describe('the query of the library', () => {
  it('names the medium of its tab, every status of a filter, and the time zone of the days', () => {
    const filters = { ...noFilters, status: 'running', dateEnd: '2026-03-01', tags: ['sea'] };
    expect(filterOf('image-understanding', { ...view, filters })).toMatchObject({
      medium: 'text',
      status: ['waiting', 'pending', 'processing'],
      to: '2026-03-01',
      tag: ['sea'],
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
    expect(filterOf('all', view).medium).toBeUndefined();
  });

  it('leaves out what the server would refuse', () => {
    const filters = { ...noFilters, status: 'melted', project: 'Desert film' };
    expect(filterOf('all', { ...view, filters })).toMatchObject({ status: undefined, project: undefined });
    expect(filterOf('all', { ...view, filters: { ...noFilters, project: 'none' } }).project).toBe('none');
  });
});
