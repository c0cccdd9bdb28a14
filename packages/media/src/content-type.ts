const ebmlMagic = Buffer.from([0x1a, 0x45, 0xdf, 0xa3]);
const pngMagic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export type ContentType =
  | 'video/mp4'
  | 'video/quicktime'
  | 'video/webm'
  | 'image/gif'
  | 'image/jpeg'
  | 'image/png'
  | 'image/webp'
  | 'audio/wav'
  | 'audio/mpeg'
  | 'audio/mp4'
  | 'audio/aac'
  | 'audio/ogg'
  | 'audio/flac'
  | 'audio/webm';

/** How many bytes of a file `detectContentType` needs to see. */
export const headBytes = 64;

/** Boxes that a file of the MP4 and QuickTime family may begin with. */
const firstBoxes = /^(ftyp|styp|moov|mdat|wide|free|skip|pnot|uuid|junk|prfl|sidx)$/;

/**
 * The type that the first bytes of a file (at least `headBytes` of them) call for; undefined for everything we do not
 * take. Of a container they only say which demuxer can read it: whether there is a video inside, or only a sound, is for
 * `probe` to find.
 */
export function detectContentType(head: Buffer): ContentType | undefined {
  const ascii = (start: number, end: number) => head.toString('latin1', start, end);
  if (firstBoxes.test(ascii(4, 8))) return judgeBrand(ascii(4, 8) === 'ftyp' ? ascii(8, 12) : undefined);
  if (head.subarray(0, 4).equals(ebmlMagic)) return 'video/webm';
  if (ascii(0, 6) === 'GIF87a' || ascii(0, 6) === 'GIF89a') return 'image/gif';
  if (head.subarray(0, 8).equals(pngMagic)) return 'image/png';
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'image/jpeg';
  if (/^(RIFF|RF64|BW64)$/.test(ascii(0, 4))) return judgeRiffForm(ascii(8, 12));
  if (ascii(0, 4) === 'OggS') return 'audio/ogg';
  if (ascii(0, 4) === 'fLaC') return 'audio/flac';
  if (ascii(0, 3) === 'ID3' || isMp3Frame(head)) return 'audio/mpeg';
  if (isAdtsFrame(head)) return 'audio/aac';
  return undefined;
}

/** A brand names the encoder's habits, of which there are hundreds; QuickTime's own is the one that players treat apart. */
export function judgeBrand(brand: string | undefined): 'video/mp4' | 'video/quicktime' {
  return brand === undefined || brand === 'qt  ' ? 'video/quicktime' : 'video/mp4';
}

function judgeRiffForm(form: string): ContentType | undefined {
  if (form === 'WEBP') return 'image/webp';
  return form === 'WAVE' ? 'audio/wav' : undefined;
}

/** A frame header of MPEG audio layer III: eleven sync bits, then a version, a bit rate and a sample rate that exist. */
function isMp3Frame(head: Buffer): boolean {
  const [first = 0, second = 0, third = 0] = head;
  const isSync = first === 0xff && (second & 0xe0) === 0xe0;
  const isLayerThree = (second & 0x06) === 0x02 && (second & 0x18) !== 0x08;
  return isSync && isLayerThree && third >> 4 !== 0x0f && (third & 0x0c) !== 0x0c;
}

/** A frame header of AAC (ISO 14496-3, ADTS): twelve sync bits, layer 0, and a sample rate that exists. */
function isAdtsFrame([first = 0, second = 0, third = 0]: Buffer): boolean {
  return first === 0xff && (second & 0xf6) === 0xf0 && ((third >> 2) & 0x0f) < 13;
}
