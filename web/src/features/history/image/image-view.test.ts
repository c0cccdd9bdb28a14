import { describe, expect, it } from 'vitest';
import { readSearch, writeSearch } from '#lib/search-params.ts';
import {
  countFilters,
  type ImageView,
  imageSearchOf,
  imageSearchSchema,
  imageViewOf,
  noFilters,
} from './image-view.ts';

const usual: ImageView = { page: 1, search: '', viewMode: 'grid', filters: noFilters };

function throughAddress(view: ImageView): ImageView {
  return imageViewOf(imageSearchSchema.parse(readSearch(writeSearch(imageSearchOf(view)))));
}

describe('the address of the image history', () => {
  it('is clean while everything is as usual', () => {
    expect(writeSearch(imageSearchOf(usual))).toBe('');
    expect(throughAddress(usual)).toEqual(usual);
  });

  it('keeps the view, the page, the search and every filter', () => {
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
    expect(throughAddress(view)).toEqual(view);
    expect(countFilters(view.filters)).toBe(9);
  });

  it('drops what does not fit instead of failing', () => {
    const odd = {
      page: '0',
      viewMode: 'tiles',
      dateStart: '2026-13-45',
      dateEnd: 'soon',
      onlyFavorites: 'yes',
      tags: ' , ,',
    };
    expect(imageViewOf(imageSearchSchema.parse(odd))).toEqual(usual);
    expect(imageSearchSchema.parse({ model: 'x'.repeat(99) }).model).toHaveLength(60);
  });
});
