import { inflateSync } from 'node:zlib';

const woffHeaderBytes = 44;
const woffEntryBytes = 20;
const sfntHeaderBytes = 12;
const sfntEntryBytes = 16;

/** Unpacks a WOFF 1 font into the TrueType file inside it: the same tables, each of them deflated (W3C WOFF 1.0). */
export function woffToTtf(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('Not a WOFF 1 font');
  const tableCount = woff.readUInt16BE(12);
  const directory = Buffer.alloc(sfntHeaderBytes + sfntEntryBytes * tableCount);
  woff.copy(directory, 0, 4, 8);
  writeSearchHints(directory, tableCount);
  const parts: Buffer[] = [directory];
  let offset = directory.length;
  for (let index = 0; index < tableCount; index += 1) {
    const entry = woff.subarray(woffHeaderBytes + woffEntryBytes * index);
    const table = readTable(woff, entry);
    const target = sfntHeaderBytes + sfntEntryBytes * index;
    entry.copy(directory, target, 0, 4);
    directory.writeUInt32BE(entry.readUInt32BE(16), target + 4);
    directory.writeUInt32BE(offset, target + 8);
    directory.writeUInt32BE(table.length, target + 12);
    const padding = Buffer.alloc((4 - (table.length % 4)) % 4);
    parts.push(table, padding);
    offset += table.length + padding.length;
  }
  return Buffer.concat(parts);
}

function readTable(woff: Buffer, entry: Buffer): Buffer {
  const start = entry.readUInt32BE(4);
  const packedLength = entry.readUInt32BE(8);
  const packed = woff.subarray(start, start + packedLength);
  return packedLength < entry.readUInt32BE(12) ? inflateSync(packed) : packed;
}

/** Three numbers that let a reader search the table directory by halves. */
function writeSearchHints(directory: Buffer, tableCount: number): void {
  const entrySelector = Math.floor(Math.log2(tableCount));
  const searchRange = sfntEntryBytes * 2 ** entrySelector;
  directory.writeUInt16BE(tableCount, 4);
  directory.writeUInt16BE(searchRange, 6);
  directory.writeUInt16BE(entrySelector, 8);
  directory.writeUInt16BE(sfntEntryBytes * tableCount - searchRange, 10);
}
