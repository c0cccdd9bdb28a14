import { describe, expect, it } from 'vitest';
import { excerptOf } from './excerpt.ts';

describe('excerptOf', () => {
  it('leaves a prompt of 100 characters whole', () => {
    expect(excerptOf('a'.repeat(100))).toBe('a'.repeat(100));
  });

  it('cuts a longer prompt to at most 100 characters, the ellipsis among them', () => {
    const excerpt = excerptOf('b'.repeat(101));
    expect([...excerpt]).toHaveLength(100);
    expect(excerpt.endsWith('…')).toBe(true);
  });

  it('cuts between words', () => {
    expect(excerptOf('one two three four', 15)).toBe('one two three…');
  });

  it('never cuts an emoji in two', () => {
    expect(excerptOf('🦊'.repeat(101))).toBe(`${'🦊'.repeat(99)}…`);
  });

  it('puts line breaks on one line', () => {
    expect(excerptOf('a\n\n  b\tc')).toBe('a b c');
  });
});
