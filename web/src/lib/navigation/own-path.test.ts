import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ownPath } from './own-path.ts';

beforeAll(() => vi.stubGlobal('window', { location: { origin: 'https://atelier.test' } }));
afterAll(() => vi.unstubAllGlobals());

it.each(['/', '/creator/video/vace', '/creator/video/vace?prompt=a%20b&seed=1#form'])(
  'a path of our own is accepted: %s',
  (path) => {
    expect(ownPath(path)).toBe(path);
  },
);

it.each([
  undefined,
  '',
  'creator',
  'https://evil.test/',
  '//evil.test/',
  '/\\evil.test/',
  '/\t/evil.test/',
  '/.//evil.test/',
  'javascript:alert(1)',
  '/api/auth/logout',
])('an address elsewhere is rejected: %j', (path) => {
  expect(ownPath(path)).toBeUndefined();
});
