import { type FileHandle, open } from 'node:fs/promises';
import { type ContentType, contentTypeOf, headBytes } from './content-type.ts';

/** Reads the size and the type of a file, throwing when it is empty or of a type we do not take. */
export async function readHead(path: string): Promise<{ contentType: ContentType; bytes: number }> {
  await using file = await open(path);
  const { size } = await file.stat();
  if (size === 0) throw new Error('The file is empty');
  const head = Buffer.alloc(headBytes);
  await file.read(head, 0, headBytes, 0);
  const contentType = contentTypeOf(head);
  if (!contentType) throw new Error('The file is of no type that can be read');
  if (contentType === 'video/mp4' || contentType === 'video/quicktime') await requireWholeBoxes(file, size);
  if (contentType === 'audio/wav') requireWholeRiff(head, size);
  if (contentType === 'image/gif') requireSaneScreen(head);
  return { contentType, bytes: size };
}

/**
 * A cut-off mp4 with its index in front opens without complaint and only fails in the middle of playing, so the
 * top-level boxes are walked: each must end inside the file, and an index (`moov`) must be among them.
 */
async function requireWholeBoxes(file: FileHandle, size: number): Promise<void> {
  const header = Buffer.alloc(16);
  let hasIndex = false;
  for (let at = 0; at < size; ) {
    const { bytesRead } = await file.read(header, 0, 16, at);
    if (bytesRead < 8) throw new Error('The file is cut off');
    const length = boxLength(header, size - at);
    if (length < 8 || at + length > size) throw new Error('The file is cut off');
    hasIndex ||= header.toString('latin1', 4, 8) === 'moov';
    at += length;
  }
  if (!hasIndex) throw new Error('The file has no index');
}

/** Length 1 means a 64-bit length follows, length 0 means up to the end of the file (ISO 14496-12, 4.2). */
function boxLength(header: Buffer, rest: number): number {
  const short = header.readUInt32BE(0);
  if (short === 0) return rest;
  return short === 1 ? Number(header.readBigUInt64BE(8)) : short;
}

function requireWholeRiff(head: Buffer, size: number): void {
  const length = head.readUInt32LE(4);
  // Streaming writers leave the length open with all bits set.
  if (length !== 0xffffffff && length + 8 > size) throw new Error('The file is cut off');
}

/** As many as an image may have. */
const maxScreenPixels = 40_000_000;

/** A gif of some bytes may claim a screen of 65,535 by 65,535, which the decoder would try to fill. */
function requireSaneScreen(head: Buffer): void {
  if (head.readUInt16LE(6) * head.readUInt16LE(8) > maxScreenPixels)
    throw new Error('The picture is too large');
}
