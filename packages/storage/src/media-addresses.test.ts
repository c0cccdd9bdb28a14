import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newKey } from './keys.ts';
import { createMediaAddresses } from './media-addresses.ts';

const key = newKey(randomUUID(), 'image/png');

describe('the address of a file', () => {
  it('is our own route, or the CDN', () => {
    const own = createMediaAddresses({ PUBLIC_URL: 'https://atelier.example' });
    expect(own.formatUrl(key)).toBe(`/media/${key}`);
    expect(own.formatAbsoluteUrl(key)).toBe(`https://atelier.example/media/${key}`);
    const cdn = createMediaAddresses({
      PUBLIC_URL: 'https://atelier.example',
      CDN_BASE_URL: 'https://cdn.example/x/',
    });
    expect(cdn.formatUrl(key)).toBe(`https://cdn.example/x/${key}`);
    expect(cdn.formatAbsoluteUrl(key)).toBe(`https://cdn.example/x/${key}`);
  });

  it('is recognised in every form that we hand out', () => {
    const settings = { PUBLIC_URL: 'http://localhost:3000', CDN_BASE_URL: 'https://cdn.example/x' };
    const { parseKey } = createMediaAddresses(settings);
    for (const address of [
      `/media/${key}`,
      `/media/${key}?download=a.png`,
      `http://localhost:3000/media/${key}?e=1&sig=x`,
      `http://127.0.0.1:3000/media/${key}`,
      `https://cdn.example/x/${key}`,
    ]) {
      expect(parseKey(address)).toBe(key);
    }
  });

  it.each([
    `https://evil.example/media/${key}`,
    `http://localhost:3001/media/${key}`,
    `http://user@localhost:3000/media/${key}`,
    `https://cdn.example/${key}`,
    `https://cdn.example/xy/${key}`,
    `//evil.example/media/${key}`,
    `/media/../media2/${key}`,
    '/media/',
    '/media/tmp/x',
    '/api/user/info',
    '',
  ])('is not ours: %s', (address) => {
    const settings = { PUBLIC_URL: 'http://localhost:3000', CDN_BASE_URL: 'https://cdn.example/x' };
    expect(createMediaAddresses(settings).parseKey(address)).toBeUndefined();
  });
});
