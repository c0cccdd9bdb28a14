// The records of a zip around its files, as PKWARE's APPNOTE.TXT describes them, with the extension for more than 65,535
// files or 4 GiB (ZIP64).

/** One file of a zip. `offset` is where its local header begins. */
export type ZipFile = {
  name: string;
  modifiedAt: Date;
  isDeflated: boolean;
  /** Sizes and checksum were not known before the content and stand behind it. */
  hasDescriptor: boolean;
  crc32: number;
  compressedBytes: number;
  bytes: number;
  offset: number;
};

const max16 = 0xffff;
const max32 = 0xffff_ffff;
const deflate = 8;
/** Names are UTF-8. */
const utf8Flag = 0x0800;
const descriptorFlag = 0x0008;
/** A regular file that its owner may change and everyone may read. */
const attributes = (0o100644 << 16) >>> 0;
const madeByUnix = 3 << 8;
const [plainVersion, zip64Version] = [20, 45];

export function localHeaderBytes(name: string): number {
  return 30 + Buffer.byteLength(name);
}

/** Writes what precedes the content into these `localHeaderBytes`. */
export function writeLocalHeader(header: Buffer, file: Omit<ZipFile, 'offset'>): void {
  header.fill(0, 0, 30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(plainVersion, 4);
  header.writeUInt16LE(combineFlags(file), 6);
  header.writeUInt16LE(file.isDeflated ? deflate : 0, 8);
  header.writeUInt32LE(dosTime(file.modifiedAt), 10);
  if (!file.hasDescriptor) writeSizes(header, file, 14);
  header.writeUInt16LE(header.length - 30, 26);
  header.write(file.name, 30);
}

/** Record after the content of a file with `hasDescriptor`. */
export function dataDescriptor(file: Omit<ZipFile, 'offset'>): Buffer {
  const descriptor = Buffer.alloc(16);
  descriptor.writeUInt32LE(0x08074b50, 0);
  writeSizes(descriptor, file, 4);
  return descriptor;
}

export function directoryRecordBytes({ name, offset }: Pick<ZipFile, 'name' | 'offset'>): number {
  return 46 + Buffer.byteLength(name) + (offset >= max32 ? zip64OffsetBytes : 0);
}

/** Writes the file's record in the directory at the end of the zip into these `directoryRecordBytes`. */
export function writeDirectoryRecord(record: Buffer, file: ZipFile): void {
  const isFar = file.offset >= max32;
  const nameBytes = record.length - 46 - (isFar ? zip64OffsetBytes : 0);
  record.fill(0, 0, 46);
  record.writeUInt32LE(0x02014b50, 0);
  record.writeUInt16LE(madeByUnix | zip64Version, 4);
  record.writeUInt16LE(isFar ? zip64Version : plainVersion, 6);
  record.writeUInt16LE(combineFlags(file), 8);
  record.writeUInt16LE(file.isDeflated ? deflate : 0, 10);
  record.writeUInt32LE(dosTime(file.modifiedAt), 12);
  writeSizes(record, file, 16);
  record.writeUInt16LE(nameBytes, 28);
  record.writeUInt16LE(isFar ? zip64OffsetBytes : 0, 30);
  record.writeUInt32LE(attributes, 38);
  record.writeUInt32LE(Math.min(file.offset, max32), 42);
  record.write(file.name, 46);
  if (isFar) writeZip64Offset(record.subarray(46 + nameBytes), file.offset);
}

const zip64OffsetBytes = 12;

function writeZip64Offset(extra: Buffer, offset: number): void {
  extra.writeUInt16LE(0x0001, 0);
  extra.writeUInt16LE(8, 2);
  extra.writeBigUInt64LE(BigInt(offset), 4);
}

type Directory = { files: number; bytes: number; offset: number };

/** The last bytes of the zip. */
export function endOfZip({ files, bytes, offset }: Directory): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(files, max16), 8);
  end.writeUInt16LE(Math.min(files, max16), 10);
  end.writeUInt32LE(Math.min(bytes, max32), 12);
  end.writeUInt32LE(Math.min(offset, max32), 16);
  const fits = files < max16 && bytes < max32 && offset < max32;
  return fits ? end : Buffer.concat([zip64End({ files, bytes, offset }), end]);
}

function zip64End({ files, bytes, offset }: Directory): Buffer {
  const end = Buffer.alloc(56);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE(madeByUnix | zip64Version, 12);
  end.writeUInt16LE(zip64Version, 14);
  end.writeBigUInt64LE(BigInt(files), 24);
  end.writeBigUInt64LE(BigInt(files), 32);
  end.writeBigUInt64LE(BigInt(bytes), 40);
  end.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(offset + bytes), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([end, locator]);
}

function combineFlags({ hasDescriptor }: Pick<ZipFile, 'hasDescriptor'>): number {
  return utf8Flag | (hasDescriptor ? descriptorFlag : 0);
}

function writeSizes(record: Buffer, file: Omit<ZipFile, 'offset'>, at: number): void {
  if (Math.max(file.bytes, file.compressedBytes) >= max32) throw new Error(`${file.name} is 4 GiB or larger`);
  record.writeUInt32LE(file.crc32, at);
  record.writeUInt32LE(file.compressedBytes, at + 4);
  record.writeUInt32LE(file.bytes, at + 8);
}

/** Time in the low, date in the high two bytes, in steps of two seconds; UTC, because a zip knows no time zone. */
function dosTime(moment: Date): number {
  const year = Math.max(moment.getUTCFullYear(), 1980);
  const date = ((year - 1980) << 9) | ((moment.getUTCMonth() + 1) << 5) | moment.getUTCDate();
  const time = (moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >> 1);
  return ((date << 16) | time) >>> 0;
}
