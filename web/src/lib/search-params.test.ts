import { describe, expect, it } from 'vitest';
import { readSearch, writeSearch } from './search-params.ts';

describe('query strings', () => {
  it('are read as text, whatever they look like', () => {
    expect(readSearch('?prompt=123&flag=true&q=%22a%22')).toEqual({ prompt: '123', flag: 'true', q: '"a"' });
  });

  it('leave out what is not set', () => {
    expect(writeSearch({ a: undefined, b: null, c: '' })).toBe('');
    expect(writeSearch({ search: '雨 & neon', page: 2 })).toBe('?search=%E9%9B%A8+%26+neon&page=2');
  });

  it('come back as they were', () => {
    const search = { prompt: 'a=b&c "d" 雨夜 + #1 %', resolution: '720p' };
    expect(readSearch(writeSearch(search))).toEqual(search);
  });
});
