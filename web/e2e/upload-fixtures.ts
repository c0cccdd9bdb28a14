import { crc32, deflateSync } from 'node:zlib';

/** A file for Playwright's `setInputFiles`. */
export type FixtureFile = { name: string; mimeType: string; buffer: Buffer };

/** A 16:9 image of an RGB colour that becomes darker to the left: what is made of a plain one counts as blank. */
export function pngFile(name: string, colour: readonly [number, number, number], widthPx = 64): FixtureFile {
  const heightPx = Math.round((widthPx * 9) / 16);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(widthPx, 0);
  header.writeUInt32BE(heightPx, 4);
  header.set([8, 2], 8);
  const pixels = Array.from({ length: widthPx }, (_, x) =>
    colour.map((value) => (value * (x + 1)) / widthPx),
  );
  const row = Buffer.from([0, ...pixels.flat()]);
  const rows = Buffer.concat(Array.from({ length: heightPx }, () => row));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const buffer = Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return { name, mimeType: 'image/png', buffer };
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
