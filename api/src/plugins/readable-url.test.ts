import { expect, it } from 'vitest';
import { readableUrl } from './readable-url.ts';

it.each([
  '/',
  '/creator/video/%E8%A7%86?x=%zz',
  '/api/generations/a%2Fb',
  'http://atelier.test/pricing',
  '/api/generations/%',
  `/s/${'x'.repeat(43)}`,
])('an address that can be read stays as it is: %s', (url) => expect(readableUrl(url)).toBe(url));

it('an escape that encodes no text is read as it is spelled', () => {
  expect(readableUrl('/%')).toBe('/%25');
  expect(readableUrl('/creator/video/%zz?prompt=%')).toBe('/creator/video/%25zz?prompt=%');
  expect(readableUrl('/%c0%af')).toBe('/%25c0%25af');
});

it('a token that is too long is cut, also within an escape', () => {
  expect(readableUrl(`/s/${'x'.repeat(5_000)}`)).toBe(`/s/${'x'.repeat(100)}`);
  const cut = readableUrl(`/s/${'x'.repeat(98)}%E8%A7%86`);
  expect(() => decodeURIComponent(cut)).not.toThrow();
});
