import { describe, expect, it } from 'vitest';
import { historyQueryOf, historySearchSchema, searchOf, viewOf } from './history-search.ts';

describe('history address', () => {
  it('reads a search and a page', () => {
    expect(viewOf(historySearchSchema.parse({ search: 'neon', page: '3' }))).toEqual({
      search: 'neon',
      page: 3,
    });
  });

  it('drops what does not fit instead of failing', () => {
    expect(viewOf(historySearchSchema.parse({ search: { a: 1 }, page: 'x' }))).toEqual({
      search: '',
      page: 1,
    });
    expect(viewOf(historySearchSchema.parse({ page: '-4' }))).toEqual({ search: '', page: 1 });
    expect(viewOf(historySearchSchema.parse({ page: '2.5' }))).toEqual({ search: '', page: 1 });
  });

  it('cuts a search that the API would refuse', () => {
    expect(historySearchSchema.parse({ search: 'x'.repeat(300) }).search).toHaveLength(200);
  });

  it('leaves the first page and an empty search out of the address', () => {
    expect(searchOf({ search: '  ', page: 1 })).toEqual({ search: undefined, page: undefined });
    expect(searchOf({ search: ' fox ', page: 2 })).toEqual({ search: 'fox', page: 2 });
  });

  it('asks the API for ten rows, and for words only where there are some', () => {
    expect(historyQueryOf({ search: ' a&b 雨 ', page: 2 })).toEqual({
      page: 2,
      pageSize: 10,
      search: 'a&b 雨',
    });
    expect(historyQueryOf({ search: ' ', page: 1 })).toEqual({ page: 1, pageSize: 10, search: undefined });
  });
});
