import { expect, it } from 'vitest';
import { safeRedirect } from './safe-redirect.ts';

const own = 'https://atelier.test';

it.each([
  ['/creator/video/text-to-video', '/creator/video/text-to-video'],
  ['/pricing?pack=2#buy', '/pricing?pack=2#buy'],
  ['/search?q=a%20b%2Fc', '/search?q=a%20b%2Fc'],
  ['/search?next=//evil.test', '/search?next=//evil.test'],
  ['/历史', '/%E5%8E%86%E5%8F%B2'],
  ['/a/../b', '/b'],
])('a redirect to a path of our own is accepted: %s', (target, path) => {
  expect(safeRedirect(target, own)).toBe(path);
});

it.each([
  undefined,
  null,
  7,
  ['/a'],
  '',
  'a',
  '//evil.test',
  '///evil.test',
  '/\\evil.test',
  '\\\\evil.test',
  '/%5cevil.test',
  '/%09/evil.test',
  '/\t/evil.test',
  '/\n/evil.test',
  '/%0d%0aSet-Cookie:%20sid=1',
  '/%00',
  '/.//evil.test',
  '/a/..//evil.test',
  '/%2e%2e//evil.test',
  'https:evil.test',
  'https://evil.test',
  'https://atelier.test@evil.test/',
  'javascript:alert(1)',
  'data:text/html,x',
  ' /a',
  '/%',
  '/%zz',
  `/${'a'.repeat(2_000)}`,
  '/api/auth/logout',
  '/api/auth/login?redirect=/api/auth/login',
])('the start page replaces %j', (target) => {
  expect(safeRedirect(target, own)).toBe('/');
});
