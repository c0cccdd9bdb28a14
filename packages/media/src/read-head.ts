import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { type ContentType, detectContentType, headBytes, judgeBrand } from './content-type.ts';
import { type BoxFacts, readBoxes } from './read-boxes.ts';

export type Head = {
  contentType: ContentType;
  bytes: number;
  /** Whether edit lists say what of the file is shown. */
  hasEdits: boolean;
  /** Whether it says of itself that it is Matroska, of which WebM is the part that browsers play. */
  isMatroska: boolean;
};

/**
 * Reads the size and the type of a file from its structure, without a decoder. Throws when it is empty, cut off, of a type
 * that we do not take, or so made that reading on would take more memory than a video is worth.
 */
export async function readHead(path: string): Promise<Head> {
  const fd = openSync(path, 'r');
  try {
    const { size } = fstatSync(fd);
    if (size === 0) throw new Error('The file is empty');
    const head = Buffer.alloc(headBytes);
    readSync(fd, head, 0, headBytes, 0);
    const contentType = detectContentType(head);
    if (!contentType) throw new Error('The file is of no type that can be read');
    const facts = { contentType, bytes: size, hasEdits: false, isMatroska: false };
    if (contentType === 'video/mp4' || contentType === 'video/quicktime') {
      const boxes = readBoxes(fd, size);
      return { ...facts, ...requireTrack(boxes) };
    }
    if (contentType === 'video/webm') return { ...facts, isMatroska: readDocType(fd, size) === 'matroska' };
    if (contentType === 'audio/wav') requireWholeRiff(head, size);
    if (contentType === 'image/gif') requireWholeGif(readFileSync(path));
    return facts;
  } finally {
    closeSync(fd);
  }
}

function requireTrack({ brand, hasVideo, hasSound, hasEdits }: BoxFacts) {
  if (!hasVideo && !hasSound) throw new Error('The file has neither a video track nor a sound track');
  return { contentType: hasVideo ? judgeBrand(brand) : ('audio/mp4' as const), hasEdits };
}

/** Bytes to read, more than the header of an EBML file ever has. */
const maxEbmlHeader = 4_096;
const docTypeId = 0x4282;
const segmentId = 0x18538067;

/** `webm` or `matroska` (RFC 8794, 11.2; RFC 9559). Throws for other contents, and when the file is cut off. */
function readDocType(fd: number, size: number): string {
  const head = Buffer.alloc(maxEbmlHeader);
  readSync(fd, head, 0, head.length, 0);
  const header = readElement(head, 0);
  // A file that does not state its type is read as Matroska.
  let docType = 'matroska';
  for (let at = header.start; at < header.end && at < maxEbmlHeader; ) {
    const { id, start, end } = readElement(head, at);
    if (id === docTypeId)
      docType = head.toString('latin1', start, Math.min(end, start + 16)).replace(/\0+$/, '');
    at = end;
  }
  if (docType !== 'webm' && docType !== 'matroska') throw new Error(`The file holds ${docType}`);
  const segment = header.end < maxEbmlHeader ? readElement(head, header.end) : undefined;
  if (segment?.id === segmentId && segment.end > size) throw new Error('The file is cut off');
  return docType;
}

type Element = { id: number; start: number; end: number };

/** An element whose length is open, as a recorder writes it, ends where it starts. */
function readElement(bytes: Buffer, at: number): Element {
  const idLength = vintLength(bytes, at);
  const sizeAt = at + idLength;
  const sizeLength = vintLength(bytes, sizeAt);
  const start = sizeAt + sizeLength;
  let value = (bytes[sizeAt] ?? 0) & (0xff >> sizeLength);
  let isOpen = value === 0xff >> sizeLength;
  for (const byte of bytes.subarray(sizeAt + 1, start)) {
    value = value * 256 + byte;
    isOpen &&= byte === 0xff;
  }
  const id = bytes.subarray(at, sizeAt).reduce((sum, byte) => sum * 256 + byte, 0);
  return { id, start, end: isOpen ? start : start + value };
}

function vintLength(bytes: Buffer, at: number): number {
  const length = Math.clz32(bytes[at] ?? 0) - 23;
  if (length > 8) throw new Error('The file is cut off');
  return length;
}

function requireWholeRiff(head: Buffer, size: number): void {
  const length = head.readUInt32LE(4);
  // Streaming writers, and those of files beyond four gigabytes, leave the length open with all bits set.
  if (length !== 0xffffffff && length + 8 > size) throw new Error('The file is cut off');
}

/** Most pixels, the same as for an image. */
const maxScreenPixels = 40_000_000;

/**
 * A gif of some bytes may claim a screen of 65,535 by 65,535, which the decoder would try to fill. One that is cut off
 * plays up to there, so its blocks are walked.
 */
function requireWholeGif(bytes: Buffer): void {
  const view = Buffer.concat([bytes, Buffer.alloc(13)]);
  if (view.readUInt16LE(6) * view.readUInt16LE(8) > maxScreenPixels)
    throw new Error('The picture is too large');
  let at = 13 + tableBytes(bytes[10]);
  while (at < bytes.length) {
    if (bytes[at] === 0x2c) at += 11 + tableBytes(bytes[at + 9]);
    else if (bytes[at] === 0x21) at += 2;
    // The trailer, or something behind the last picture.
    else return;
    while (bytes[at]) at += 1 + (bytes[at] ?? 0);
    if (at >= bytes.length) throw new Error('The file is cut off');
    at += 1;
  }
}

/** The colour table that the flags of a screen or a picture announce. */
function tableBytes(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 0x07) + 1) : 0;
}
