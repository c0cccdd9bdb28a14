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

/** A tone, which is not silent: the local models take as much as there is time for. */
export function toneFile(name: string, seconds: number): FixtureFile {
  const rate = 8_000;
  const buffer = Buffer.alloc(44 + rate * seconds * 2);
  buffer.write('RIFF', 0);
  buffer.writeUInt32LE(buffer.length - 8, 4);
  buffer.write('WAVEfmt ', 8);
  buffer.writeUInt32LE(16, 16);
  buffer.writeUInt16LE(1, 20);
  buffer.writeUInt16LE(1, 22);
  buffer.writeUInt32LE(rate, 24);
  buffer.writeUInt32LE(rate * 2, 28);
  buffer.writeUInt16LE(2, 32);
  buffer.writeUInt16LE(16, 34);
  buffer.write('data', 36);
  buffer.writeUInt32LE(rate * seconds * 2, 40);
  for (let place = 0; place < rate * seconds; place += 1)
    buffer.writeInt16LE(Math.round(8_000 * Math.sin(place / 3)), 44 + place * 2);
  return { name, mimeType: 'audio/wav', buffer };
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
