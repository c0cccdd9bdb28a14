import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isKey, newKey, toExtension } from './keys.ts';

describe('newKey', () => {
  it.each([
    ['video/mp4', 'mp4'],
    ['image/jpeg', 'jpg'],
    ['image/webp', 'webp'],
    ['audio/wav', 'wav'],
    ['text/html', 'bin'],
    ['image/svg+xml', 'bin'],
    ['constructor', 'bin'],
  ])('ends a file of %s in .%s', (contentType, extension) => {
    const key = newKey(randomUUID(), contentType);
    expect(key.endsWith(`.${extension}`)).toBe(true);
    expect(toExtension(contentType)).toBe(extension);
    expect(isKey(key)).toBe(true);
  });

  it('never makes the same key twice', () => {
    const user = randomUUID();
    expect(newKey(user, 'video/mp4')).not.toBe(newKey(user, 'video/mp4'));
  });
});
