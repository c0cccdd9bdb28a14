import { describe, expect, it } from 'vitest';
import { historyQueryOf, historySearchSchema, searchOf, viewOf } from './history-search.ts';

describe('the URL of a history', () => {
  it('reads a search and a page', () => {
    expect(viewOf(historySearchSchema.parse({ search: 'neon', page: '3' }))).toEqual({
      search: 'neon',
      page: 3,
    });
  });

  it('drops invalid values instead of failing', () => {
    expect(viewOf(historySearchSchema.parse({ search: { a: 1 }, page: 'x' }))).toEqual({
      search: '',
      page: 1,
    });
    expect(viewOf(historySearchSchema.parse({ page: '-4' }))).toEqual({ search: '', page: 1 });
    expect(viewOf(historySearchSchema.parse({ page: '2.5' }))).toEqual({ search: '', page: 1 });
  });

  it('cuts a search that the API would reject', () => {
    expect(historySearchSchema.parse({ search: 'x'.repeat(300) }).search).toHaveLength(200);
  });

  it('leaves out the first page and an empty search', () => {
    expect(searchOf({ search: '  ', page: 1 })).toEqual({ search: undefined, page: undefined });
    expect(searchOf({ search: ' fox ', page: 2 })).toEqual({ search: 'fox', page: 2 });
  });

  it('requests ten rows, and sends the search only when there is one', () => {
    expect(historyQueryOf({ search: ' a&b 雨 ', page: 2 })).toEqual({
      page: 2,
      pageSize: 10,
      search: 'a&b 雨',
    });
    expect(historyQueryOf({ search: ' ', page: 1 })).toEqual({ page: 1, pageSize: 10, search: undefined });
  });
});
