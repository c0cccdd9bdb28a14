import { describe, expect, it } from 'vitest';
import { readSearch, writeSearch } from '#lib/search-params.ts';
import { librarySearchSchema } from './library-search.ts';
import {
  countFilters,
  isNarrowed,
  type LibraryType,
  type LibraryView,
  noFilters,
  toSearch,
  toView,
} from './library-view.ts';

const defaults: LibraryView = {
  page: 1,
  search: '',
  viewMode: 'grid',
  sort: undefined,
  filters: noFilters,
};

function throughUrl(view: LibraryView, type: LibraryType = 'image'): LibraryView {
  return toView(type, librarySearchSchema.parse(readSearch(writeSearch(toSearch(type, view)))));
}

describe('the URL of the library', () => {
  it('is clean while everything has its default', () => {
    expect(writeSearch(toSearch('all', defaults))).toBe('');
    expect(throughUrl(defaults)).toEqual(defaults);
    const list: LibraryView = { ...defaults, viewMode: 'list' };
    expect(writeSearch(toSearch('audio', list))).toBe('');
    expect(toView('audio', {})).toEqual(list);
  });

  it('keeps the view mode, the page, the search and every filter', () => {
    const view: LibraryView = {
      page: 3,
      search: 'fox & 雨',
      viewMode: 'list',
      sort: 'credits',
      filters: {
        status: 'completed',
        kind: 'flux-dev',
        mode: 'text-to-image',
        model: 'flux-dev,flux-schnell',
        size: '1024x768',
        project: 'none',
        batch: '0198c0de-7a00-7000-8000-000000000001',
        dateStart: '2026-03-01',
        dateEnd: '2026-03-31',
        isFavorite: true,
        tags: ['sea', 'red, blue', 'a\\b', '日落'],
      },
    };
    expect(throughUrl(view)).toEqual(view);
    expect(countFilters(view.filters)).toBe(13);
    expect(isNarrowed(view)).toBe(true);
    expect(isNarrowed({ ...defaults, page: 2 })).toBe(false);
  });

  it('opens a page as a list, because the grid has no pages', () => {
    expect(toView('video', { page: 2 })).toMatchObject({ viewMode: 'list', page: 2 });
    expect(toSearch('video', { ...defaults, page: 2 }).page).toBeUndefined();
    expect(throughUrl({ ...defaults, viewMode: 'grid' }, 'audio').viewMode).toBe('grid');
  });

  it('sorts a list only, because the grid goes by days', () => {
    expect(toView('video', { sort: 'model' }).sort).toBeUndefined();
    expect(toView('audio', { sort: 'model' }).sort).toBe('model');
    expect(toSearch('video', { ...defaults, sort: 'oldest' }).sort).toBeUndefined();
    expect(librarySearchSchema.parse({ sort: 'constructor' }).sort).toBeUndefined();
  });

  it('drops invalid values instead of failing', () => {
    const invalid = {
      page: '0',
      search: { a: 1 },
      viewMode: 'tiles',
      dateStart: '2026-13-45',
      dateEnd: 'soon',
      onlyFavorites: 'yes',
      tags: ' , ,',
    };
    expect(toView('image', librarySearchSchema.parse(invalid))).toEqual(defaults);
    expect(toView('image', librarySearchSchema.parse({ page: '2.5' })).page).toBe(1);
    expect(librarySearchSchema.parse({ model: 'x'.repeat(999) }).model).toHaveLength(400);
    expect(librarySearchSchema.parse({ search: 'x'.repeat(300) }).search).toHaveLength(200);
  });
});
