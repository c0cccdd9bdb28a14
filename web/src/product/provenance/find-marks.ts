// Finds out from a few kilobytes whether a file may have Content Credentials, and reads the texts of a PNG, so that what
// reads credentials, 9 MB, loads only for files that have some.

export type Marks = {
  hasManifest: boolean;
  /** The texts of a PNG by their keywords, in which other tools keep what an image was made with. */
  texts: ReadonlyMap<string, string>;
};

const none: Marks = { hasManifest: false, texts: new Map() };

/** Never throws: a file that is damaged or cannot be read has no marks. */
export async function findMarks(file: Blob): Promise<Marks> {
  try {
    const source = windowOn(file);
    const start = await source(0, 12);
    const has = (text: string, at = 0) => latin1(start.subarray(at, at + text.length)) === text;
    if (has('\x89PNG\r\n\x1a\n')) return await walkPng(source);
    const manifest = (hasManifest: boolean) => ({ ...none, hasManifest });
    if (has('\xff\xd8')) return manifest(await walkJpeg(source));
    if (has('RIFF')) return manifest(await walkRiff(source, file.size));
    if (has('ftyp', 4)) return manifest(await walkBoxes(source, file.size));
    // Formats with other containers, of which few files are large, say so near their beginning.
    return manifest(latin1(await source(0, windowBytes)).includes('c2pa'));
  } catch (error) {
    console.warn('A file could not be searched for what it says of itself', error);
    return none;
  }
}

/** Bytes from a place, fewer at the end. */
type Source = (from: number, length: number) => Promise<Uint8Array<ArrayBuffer>>;

const windowBytes = 65_536;
/** Most parts to read, more than any real file has: a hostile one must not keep the page busy. */
const maxParts = 50_000;

function windowOn(file: Blob): Source {
  let [from, bytes] = [0, new Uint8Array()];
  return async (start, length) => {
    if (start < from || start + length > from + bytes.length) {
      from = start;
      bytes = new Uint8Array(await file.slice(start, start + Math.max(length, windowBytes)).arrayBuffer());
    }
    return bytes.subarray(start - from, start - from + length);
  };
}

/** Chunks: length, type, data, checksum. */
async function walkPng(source: Source): Promise<Marks> {
  const texts = new Map<string, string>();
  let hasManifest = false;
  for (let [at, parts] = [8, 0]; parts < maxParts; parts += 1) {
    const head = await source(at, 8);
    if (head.length < 8) break;
    const length = numberAt(head, 0);
    const type = latin1(head.subarray(4));
    if (type === 'caBX') hasManifest = true;
    if (/^(?:tEXt|zTXt|iTXt)$/.test(type) && length <= maxTextBytes) {
      const text = await readPngText(type, await source(at + 8, length));
      if (text && texts.size < maxTexts) texts.set(...text);
    }
    if (type === 'IEND') break;
    at += 12 + length;
  }
  return { hasManifest, texts };
}

const maxTextBytes = 4_194_304;
const maxTexts = 50;

/** Latin-1 in `tEXt` and `zTXt`, although many tools write UTF-8; UTF-8 in `iTXt`, after a language and a translation. */
async function readPngText(
  type: string,
  data: Uint8Array<ArrayBuffer>,
): Promise<[string, string] | undefined> {
  const keywordEnd = data.indexOf(0);
  if (keywordEnd < 1) return undefined;
  const keyword = latin1(data.subarray(0, keywordEnd));
  const rest = data.subarray(keywordEnd + 1);
  if (type === 'tEXt') return [keyword, decodeText(rest)];
  if (type === 'zTXt') return [keyword, decodeText(await inflate(rest.subarray(1)))];
  const languageEnd = rest.indexOf(0, 2);
  const translationEnd = rest.indexOf(0, languageEnd + 1);
  if (languageEnd < 0 || translationEnd < 0) return undefined;
  const text = rest.subarray(translationEnd + 1);
  return [keyword, decodeText(rest[0] === 1 ? await inflate(text) : text)];
}

function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return latin1(bytes);
    throw error;
  }
}

/** Stops at a length that no settings have: a few bytes can unpack to gigabytes. */
async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > maxTextBytes) {
      await reader.cancel();
      throw new Error('A text of a PNG unpacks to too many bytes');
    }
    parts.push(part.value);
  }
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
}

/** Segments up to the picture itself; credentials are in application segments 11. */
async function walkJpeg(source: Source): Promise<boolean> {
  for (let [at, parts] = [2, 0]; parts < maxParts; parts += 1) {
    const head = await source(at, 64);
    const [mark, type = 0] = head;
    if (mark !== 0xff || type === 0xda || type === 0xd9 || head.length < 4) return false;
    if (type === 0xeb && latin1(head).includes('jumb')) return true;
    at += 2 + ((head[2] ?? 0) << 8) + (head[3] ?? 0);
  }
  return false;
}

/** WebP and WAV: chunks of an even length, little-endian. */
async function walkRiff(source: Source, size: number): Promise<boolean> {
  for (let [at, parts] = [12, 0]; at < size && parts < maxParts; parts += 1) {
    const head = await source(at, 8);
    if (head.length < 8) return false;
    if (latin1(head.subarray(0, 4)) === 'C2PA') return true;
    const length = new DataView(head.buffer, head.byteOffset).getUint32(4, true);
    at += 8 + length + (length % 2);
  }
  return false;
}

const c2paBox = 'd8fec3d61b0e483c92975828877ec481';

/** MP4, MOV, M4A, HEIF, AVIF: the boxes of the first level. */
async function walkBoxes(source: Source, size: number): Promise<boolean> {
  for (let [at, parts] = [0, 0]; at < size && parts < maxParts; parts += 1) {
    const head = await source(at, 24);
    if (head.length < 8) return false;
    const id = Array.from(head.subarray(8), (byte) => byte.toString(16).padStart(2, '0')).join('');
    if (latin1(head.subarray(4, 8)) === 'uuid' && id === c2paBox) return true;
    const short = numberAt(head, 0);
    const length = short === 1 ? numberAt(head, 8) * 2 ** 32 + numberAt(head, 12) : short;
    // The last box may leave its length open.
    if (length < 8) return false;
    at += length;
  }
  return false;
}

function numberAt(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(at);
}

function latin1(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}
