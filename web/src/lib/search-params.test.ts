import { describe, expect, it } from 'vitest';
import { readSearch, writeSearch } from './search-params.ts';

describe('query strings', () => {
  it('are parsed into strings, even those that look like numbers or JSON', () => {
    expect(readSearch('?prompt=123&flag=true&q=%22a%22')).toEqual({ prompt: '123', flag: 'true', q: '"a"' });
  });

  it('omit values that are not set', () => {
    expect(writeSearch({ a: undefined, b: null, c: '' })).toBe('');
    expect(writeSearch({ search: '雨 & neon', page: 2 })).toBe('?search=%E9%9B%A8+%26+neon&page=2');
  });

  it('survive being written and read again', () => {
    const search = { prompt: 'a=b&c "d" 雨夜 + #1 %', resolution: '720p' };
    expect(readSearch(writeSearch(search))).toEqual(search);
  });
});
