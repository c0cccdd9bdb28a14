import { describe, expect, it } from 'vitest';
import { imageHistoryPath } from './image-history-path.ts';
import { noFilters } from './image-view.ts';

const queryOf = (path: string) => new URL(path, 'http://localhost').searchParams;

describe('imageHistoryPath', () => {
  it('asks for twenty records and leaves out what is not set', () => {
    expect(imageHistoryPath({ page: 2, search: ' ', viewMode: 'grid', filters: noFilters })).toBe(
      '/api/image-generation/history?page=2&pageSize=20&viewMode=grid',
    );
  });

  it('repeats the tags and sends favourites as a flag', () => {
    const filters = { ...noFilters, isFavorite: true, tags: ['sea', 'red, blue'] };
    const query = queryOf(imageHistoryPath({ page: 1, search: 'fox', viewMode: 'list', filters }));
    expect(query.getAll('tags')).toEqual(['sea', 'red, blue']);
    expect([query.get('onlyFavorites'), query.get('search')]).toEqual(['true', 'fox']);
  });

  it('takes a range of days from the first moment of the first to the last of the last', () => {
    const filters = { ...noFilters, dateStart: '2026-03-01', dateEnd: '2026-03-01' };
    const query = queryOf(imageHistoryPath({ page: 1, search: '', viewMode: 'grid', filters }));
    expect(query.get('dateStart')).toBe(new Date(2026, 2, 1).toISOString());
    expect(query.get('dateEnd')).toBe(new Date(2026, 2, 1, 23, 59, 59, 999).toISOString());
  });
});
