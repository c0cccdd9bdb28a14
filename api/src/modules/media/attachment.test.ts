import { expect, it } from 'vitest';
import { formatAttachment } from './attachment.ts';

const nameIn = (wanted: string) =>
  decodeURIComponent(/filename\*=UTF-8''([^;]+)/.exec(formatAttachment(wanted, 'image/jpeg'))?.[1] ?? '');

it.each([
  ['हिन्दी में एक बाघ', 'हिन्दी में एक बाघ.jpg'],
  ['เสือในหิมะ', 'เสือในหิมะ.jpg'],
  ['cafe\u0301', 'caf\u00e9.jpg'],
  ['雨夜的街道🦊', '雨夜的街道.jpg'],
])('a download named %j is called %j', (wanted, name) => expect(nameIn(wanted)).toBe(name));

it('a name of nothing but signs is the product’s own', () => {
  expect(formatAttachment('🦊/\u202e', 'image/jpeg')).toBe('attachment; filename=atelier.jpg');
});
