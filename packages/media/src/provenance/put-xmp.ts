import { crc32 } from 'node:zlib';
import type { ContentType } from '../content-type.ts';

/** IPTC's terms for what a model made, and for what was put together with such parts; C2PA uses them too. */
export const sourceTypes = {
  generated: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
  composite: 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia',
} as const;
export type SourceType = keyof typeof sourceTypes;

/** Text that describes a picture to those who do not see it, where IPTC has it. */
function writeAltText(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
  // Control characters stand in no XML, whether escaped or not.
  const written = text
    .replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '')
    .replace(/[&<>]/g, (sign) => entities[sign] ?? '');
  return (
    '<Iptc4xmpCore:AltTextAccessibility xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/">' +
    `<rdf:Alt><rdf:li xml:lang="x-default">${written}</rdf:li></rdf:Alt></Iptc4xmpCore:AltTextAccessibility>`
  );
}

function writePacket(source: SourceType, altText = ''): Buffer {
  return Buffer.from(
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>' +
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
      '<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"' +
      ` Iptc4xmpExt:DigitalSourceType="${sourceTypes[source]}"` +
      (altText === '' ? '/>' : `>${writeAltText(altText)}</rdf:Description>`) +
      '</rdf:RDF></x:xmpmeta><?xpacket end="r"?>',
  );
}

const put: Partial<Record<ContentType, (bytes: Buffer, packet: Buffer) => Buffer | undefined>> = {
  'image/png': putIntoPng,
  'image/jpeg': putIntoJpeg,
  'image/webp': putIntoWebp,
  'video/mp4': appendBox,
  'video/quicktime': appendBox,
};

/**
 * The file with an XMP packet that says what made it, for readers without C2PA, and describes it with `altText`, if there
 * is one. Everything else in it stays as it is. A packet of our own is replaced; a file that has another one, and one of a
 * type without a place for it, comes back unchanged.
 */
export function putXmp(
  contentType: ContentType,
  bytes: Buffer,
  { source, altText = '' }: { source: SourceType; altText?: string | undefined },
): Buffer {
  const own = altText === '' ? undefined : findOwnPacket(bytes);
  const bare = own ? cutPacket(contentType, bytes, own) : bytes;
  // The last one also where the packet itself is compressed.
  if (['<x:xmpmeta', '<rdf:RDF', 'XML:com.adobe.xmp'].some((sign) => bare.includes(sign))) return bytes;
  return put[contentType]?.(bare, writePacket(own?.source ?? source, altText)) ?? bytes;
}

type OwnPacket = { source: SourceType; start: number; end: number };

function findOwnPacket(bytes: Buffer): OwnPacket | undefined {
  for (const source of Object.keys(sourceTypes) as SourceType[]) {
    const packet = writePacket(source);
    const start = bytes.indexOf(packet);
    if (start >= 0) return { source, start, end: start + packet.length };
  }
  return undefined;
}

/** The file without what `put` has put into it; unchanged where the packet now stands differently. */
function cutPacket(contentType: ContentType, bytes: Buffer, { start, end }: OwnPacket): Buffer {
  const without = (from: number, to: number) => Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
  if (contentType === 'image/png') return without(start - pngHead.length - 8, end + 4);
  if (contentType === 'image/jpeg') return without(start - jpegHead.length - 4, end);
  if (contentType === 'image/webp') {
    const rest = without(start - 8, end + ((end - start) % 2));
    rest.writeUInt32LE(rest.length - 8, 4);
    return rest;
  }
  // Offsets in a film count from its beginning.
  return end === bytes.length ? without(start - xmpBoxId.length - 8, end) : bytes;
}

/** End of the header, which has to be first. */
const pngHeaderEnd = 33;
const pngHead = Buffer.from('XML:com.adobe.xmp\0\0\0\0\0');

function putIntoPng(bytes: Buffer, packet: Buffer): Buffer {
  const data = Buffer.concat([Buffer.from('iTXt'), pngHead, packet]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length - 4);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(data));
  return Buffer.concat([bytes.subarray(0, pngHeaderEnd), length, data, sum, bytes.subarray(pngHeaderEnd)]);
}

const jpegHead = Buffer.from('http://ns.adobe.com/xap/1.0/\0');

/** Inserts the packet behind the header of JFIF or Exif, which has to be first. */
function putIntoJpeg(bytes: Buffer, packet: Buffer): Buffer | undefined {
  const marker = Buffer.from([0xff, 0xe1, 0, 0]);
  marker.writeUInt16BE(2 + jpegHead.length + packet.length, 2);
  let at = 2;
  while (bytes[at] === 0xff && (bytes[at + 1] === 0xe0 || bytes[at + 1] === 0xe1)) {
    if (at + 4 > bytes.length) return undefined;
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  if (at > bytes.length) return undefined;
  return Buffer.concat([bytes.subarray(0, at), marker, jpegHead, packet, bytes.subarray(at)]);
}

const xmpFlag = 0x04;
const alphaFlag = 0x10;
const riffHead = 12;

/** XMP needs the extended form of the format, whose header also says the size of the picture. */
function putIntoWebp(bytes: Buffer, packet: Buffer): Buffer | undefined {
  const form = bytes.toString('latin1', riffHead, riffHead + 4);
  const body = bytes.subarray(riffHead, 8 + bytes.readUInt32LE(4));
  const extended = form === 'VP8X' ? Buffer.from(body) : extendWebp(form, body);
  if (!extended || extended.length < 18) return undefined;
  extended[8] = (extended[8] ?? 0) | xmpFlag;
  const chunk = riffChunk('XMP ', packet);
  const head = Buffer.from(bytes.subarray(0, riffHead));
  head.writeUInt32LE(4 + extended.length + chunk.length, 4);
  return Buffer.concat([head, extended, chunk]);
}

function extendWebp(form: string, body: Buffer): Buffer | undefined {
  const header = Buffer.alloc(10);
  if (form === 'VP8L') {
    const bits = body.readUInt32LE(9);
    header[0] = bits & 0x1000_0000 ? alphaFlag : 0;
    header.writeUIntLE(bits & 0x3fff, 4, 3);
    header.writeUIntLE((bits >>> 14) & 0x3fff, 7, 3);
  } else if (form === 'VP8 ') {
    header.writeUIntLE((body.readUInt16LE(14) & 0x3fff) - 1, 4, 3);
    header.writeUIntLE((body.readUInt16LE(16) & 0x3fff) - 1, 7, 3);
  } else return undefined;
  return Buffer.concat([riffChunk('VP8X', header), body]);
}

function riffChunk(name: string, data: Buffer): Buffer {
  const head = Buffer.from(`${name}\0\0\0\0`, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/** The box that XMP has for ISO media; behind all others, no offset in the file changes. */
const xmpBoxId = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');

function appendBox(bytes: Buffer, packet: Buffer): Buffer | undefined {
  for (let at = 0; at < bytes.length; ) {
    const short = bytes.readUInt32BE(at);
    // Up to the end of the file, where nothing can follow.
    if (short === 0) return undefined;
    const length = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short;
    if (length < 8) return undefined;
    at += length;
    if (at > bytes.length) return undefined;
  }
  const head = Buffer.from('\0\0\0\0uuid', 'latin1');
  head.writeUInt32BE(head.length + xmpBoxId.length + packet.length);
  return Buffer.concat([bytes, head, xmpBoxId, packet]);
}
