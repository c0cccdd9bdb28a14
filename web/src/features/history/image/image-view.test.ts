import { describe, expect, it } from 'vitest';
import { readSearch, writeSearch } from '#lib/search-params.ts';
import { imageSearchSchema } from './image-search.ts';
import { countFilters, type ImageView, imageSearchOf, imageViewOf, noFilters } from './image-view.ts';

const defaults: ImageView = { page: 1, search: '', viewMode: 'grid', filters: noFilters };

function throughUrl(view: ImageView): ImageView {
  return imageViewOf(imageSearchSchema.parse(readSearch(writeSearch(imageSearchOf(view)))));
}

describe('the URL of the image history', () => {
  it('is clean while everything has its default', () => {
    expect(writeSearch(imageSearchOf(defaults))).toBe('');
    expect(throughUrl(defaults)).toEqual(defaults);
  });

  it('keeps the view mode, the page, the search and every filter', () => {
    const view: ImageView = {
      page: 3,
      search: 'fox & 雨',
      viewMode: 'list',
      filters: {
        mode: 'text-to-image',
        model: 'flux-dev',
        size: '1024x768',
        dateStart: '2026-03-01',
        dateEnd: '2026-03-31',
        isFavorite: true,
        tags: ['sea', 'red, blue', 'a\\b', '日落'],
      },
    };
    expect(throughUrl(view)).toEqual(view);
    expect(countFilters(view.filters)).toBe(9);
  });

  it('drops invalid values instead of failing', () => {
    const invalid = {
      page: '0',
      viewMode: 'tiles',
      dateStart: '2026-13-45',
      dateEnd: 'soon',
      onlyFavorites: 'yes',
      tags: ' , ,',
    };
    expect(imageViewOf(imageSearchSchema.parse(invalid))).toEqual(defaults);
    expect(imageSearchSchema.parse({ model: 'x'.repeat(99) }).model).toHaveLength(60);
  });
});
