import { crc32, deflateSync } from 'node:zlib';

/** A picture of one pixel with texts, each in a chunk of this type. */
export function pngWithTexts(
  texts: Record<string, string>,
  type: 'tEXt' | 'zTXt' | 'iTXt' | 'compressed iTXt' = 'tEXt',
): Buffer<ArrayBuffer> {
  const chunks = Object.entries(texts).map(([keyword, text]) => {
    const bytes = Buffer.from(text);
    const head = Buffer.from(`${keyword}\0`, 'latin1');
    if (type === 'tEXt') return pngChunk('tEXt', [head, bytes]);
    if (type === 'zTXt') return pngChunk('zTXt', [head, Buffer.of(0), deflateSync(bytes)]);
    const isPacked = type === 'compressed iTXt';
    const flags = Buffer.of(isPacked ? 1 : 0, 0, 0, 0);
    return pngChunk('iTXt', [head, flags, isPacked ? deflateSync(bytes) : bytes]);
  });
  const size = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', [size]),
    ...chunks,
    pngChunk('IDAT', [deflateSync(Buffer.from([0, 120, 90, 60]))]),
    pngChunk('IEND', []),
  ]);
}

function pngChunk(type: string, data: readonly Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from(type), ...data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
