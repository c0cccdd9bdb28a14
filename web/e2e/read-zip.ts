import { readFile } from 'node:fs/promises';
import { inflateRawSync } from 'node:zlib';

const endSignature = 0x06054b50;
const deflated = 8;

/** The files of a zip by name, in the order of the zip. */
export async function readZip(path: string): Promise<Map<string, Buffer>> {
  const zip = await readFile(path);
  let end = zip.length - 22;
  while (zip.readUInt32LE(end) !== endSignature) end -= 1;
  const count = zip.readUInt16LE(end + 10);
  const files = new Map<string, Buffer>();
  let entry = zip.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    const nameEnd = entry + 46 + zip.readUInt16LE(entry + 28);
    files.set(zip.toString('utf8', entry + 46, nameEnd), readEntry(zip, entry));
    entry = nameEnd + zip.readUInt16LE(entry + 30) + zip.readUInt16LE(entry + 32);
  }
  return files;
}

/** The content that an entry of the central directory points to. */
function readEntry(zip: Buffer, entry: number): Buffer {
  const header = zip.readUInt32LE(entry + 42);
  const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
  const bytes = zip.subarray(start, start + zip.readUInt32LE(entry + 20));
  return zip.readUInt16LE(entry + 10) === deflated ? inflateRawSync(bytes) : bytes;
}
