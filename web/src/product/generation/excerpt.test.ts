import { describe, expect, it } from 'vitest';
import { makeExcerpt } from './excerpt.ts';

describe('excerptOf', () => {
  it('leaves a prompt of 100 characters whole', () => {
    expect(makeExcerpt('a'.repeat(100))).toBe('a'.repeat(100));
  });

  it('cuts a longer prompt to at most 100 characters, the ellipsis among them', () => {
    const excerpt = makeExcerpt('b'.repeat(101));
    expect([...excerpt]).toHaveLength(100);
    expect(excerpt.endsWith('…')).toBe(true);
  });

  it('cuts between words', () => {
    expect(makeExcerpt('one two three four', 15)).toBe('one two three…');
  });

  it('never cuts an emoji in two', () => {
    expect(makeExcerpt('🦊'.repeat(101))).toBe(`${'🦊'.repeat(99)}…`);
  });

  it('puts line breaks on one line', () => {
    expect(makeExcerpt('a\n\n  b\tc')).toBe('a b c');
  });
});
