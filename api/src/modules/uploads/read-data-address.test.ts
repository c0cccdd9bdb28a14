import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { readDataAddress } from './read-data-address.ts';

const readBytes = async (address: string) => {
  const stream = readDataAddress(address);
  return stream && [...(await buffer(stream))];
};

describe('an address that holds its file', () => {
  it.each([
    ['data:image/png;base64,AAEC', [0, 1, 2]],
    ['DATA:;BASE64,AAEC', [0, 1, 2]],
    ['data:image/png;name=a.png;base64,AAEC%3D', [0, 1, 2]],
    ['data:application/octet-stream,%00%ffA', [0, 255, 65]],
    ['data:,a,b', [97, 44, 98]],
  ])('is read: %s', async (address, bytes) => expect(await readBytes(address)).toEqual(bytes));

  it.each(['data:', 'data:image/png', 'data:image/png;base64,', 'data:,%8', 'data:,%zz'])(
    'is refused without data: %s',
    (address) => expect(() => readDataAddress(address)).toThrow('This data: address holds no file'),
  );

  it.each(['https://example.com/a.png', '/media/u/a.png', 'database:x'])('is none: %s', (address) => {
    expect(readDataAddress(address)).toBeUndefined();
  });
});
