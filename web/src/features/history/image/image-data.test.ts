import { describe, expect, it } from 'vitest';
import { fillPath } from '#lib/api/request.ts';
import { imageHistoryFilter } from './image-data.ts';
import { noFilters } from './image-view.ts';

describe('the query of the image history', () => {
  it('requests twenty rows and leaves out filters that are not set', () => {
    const query = imageHistoryFilter({ page: 2, search: ' ', viewMode: 'grid', filters: noFilters });
    expect(fillPath('/history', {}, query)).toBe('/history?page=2&pageSize=20&viewMode=grid');
  });

  it('lists all tags, and sends favorites as a flag', () => {
    const filters = { ...noFilters, isFavorite: true, tags: ['sea', 'red, blue'] };
    const query = imageHistoryFilter({ page: 1, search: 'fox', viewMode: 'list', filters });
    expect(query).toMatchObject({ tags: ['sea', 'red, blue'], onlyFavorites: 'true', search: 'fox' });
  });

  it('covers its days from the first moment of the first to the last moment of the last', () => {
    const filters = { ...noFilters, dateStart: '2026-03-01', dateEnd: '2026-03-01' };
    expect(imageHistoryFilter({ page: 1, search: '', viewMode: 'grid', filters })).toMatchObject({
      dateStart: new Date(2026, 2, 1).toISOString(),
      dateEnd: new Date(2026, 2, 1, 23, 59, 59, 999).toISOString(),
    });
  });
});
