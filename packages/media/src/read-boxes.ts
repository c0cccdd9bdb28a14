import { readSync } from 'node:fs';

/** Most pictures and pieces of sound in a file: so many last for hours, and a larger index takes the demuxer gigabytes. */
export const maxPackets = 300_000;

/** The same for a file that is all sound, whose pieces are small. */
export const maxSoundPackets = 1_000_000;

/** Most boxes to read, because more only slow it down: an hour in fragments of a second has some 40,000. */
const maxBoxes = 400_000;

export type BoxFacts = {
  /** The major brand; absent in old QuickTime files. */
  brand?: string;
  /** Whether a track is a video: a picture in a HEIC or AVIF file is none. */
  hasVideo: boolean;
  hasSound: boolean;
  /** Whether edit lists say what of a track is shown. */
  hasEdits: boolean;
};

type Box = { type: string; start: number; end: number };
type Track = { handler: string; samples: number; edits: number; isPcm: boolean };
type Walk = { fd: number; boxesLeft: number; samples: number; facts: BoxFacts };

/**
 * Walks the boxes of an MP4 or QuickTime file (ISO 14496-12, 4.2), whose index alone makes the demuxer take memory. Throws
 * when the index is missing, or a box that is needed ends behind the file: cut off with its index in front, such a file
 * opens without complaint and only fails in the middle of playing.
 */
export function readBoxes(fd: number, size: number): BoxFacts {
  const walk: Walk = {
    fd,
    boxesLeft: maxBoxes,
    samples: 0,
    facts: { hasVideo: false, hasSound: false, hasEdits: false },
  };
  let hasIndex = false;
  for (const { type, start, end } of boxesIn(walk, 0, size)) {
    if (end > size) {
      if (/^(moov|mdat|moof)$/.test(type)) throw new Error('The file is cut off');
      // Bytes behind the last box are no box.
      break;
    }
    if (type === 'ftyp') walk.facts.brand ??= read(walk, start, 4).toString('latin1');
    hasIndex ||= type === 'moov';
    if (type === 'moov' || type === 'moof') readChildren(walk, { type, start, end });
  }
  if (!hasIndex) throw new Error('The file has no index');
  if (walk.facts.hasVideo) refuseMany(walk.samples, maxPackets);
  return walk.facts;
}

function* boxesIn(walk: Walk, from: number, to: number): Generator<Box> {
  for (let at = from; at + 8 <= to; ) {
    walk.boxesLeft -= 1;
    if (walk.boxesLeft < 0) throw new Error('The file has too many parts');
    const header = read(walk, at, 16);
    const type = header.toString('latin1', 4, 8);
    const short = header.readUInt32BE(0);
    // Length 1: a 64-bit length follows; length 0: up to the end.
    const isLong = short === 1;
    const length = isLong ? Number(header.readBigUInt64BE(8)) : short || to - at;
    if (!/^[\x20-\x7e\xa9]{4}$/.test(type) || length < (isLong ? 16 : 8)) return;
    yield { type, start: at + (isLong ? 16 : 8), end: at + length };
    at += length;
  }
}

const parents = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'edts', 'moof', 'traf']);
const maxDepth = 8;

function readChildren(walk: Walk, parent: Box, track?: Track, depth = 1): void {
  for (const box of boxesIn(walk, parent.start, parent.end)) {
    const { type, start } = box;
    if (type === 'trak') readTrack(walk, box, depth);
    else if (parents.has(type) && depth < maxDepth) readChildren(walk, box, track, depth + 1);
    // Skips a `hdlr` outside of the media, which names how data is referred to.
    else if (type === 'hdlr' && parent.type === 'mdia' && track)
      track.handler = read(walk, start + 8, 4).toString('latin1');
    else if ((type === 'stsz' || type === 'stz2') && track) track.samples += word(walk, start + 8);
    else if (type === 'stts' && track)
      track.isPcm = word(walk, start + 4) === 1 && word(walk, start + 12) === 1;
    else if (type === 'elst' && track) track.edits = word(walk, start + 4);
    else if (type === 'trun') countSamples(walk, word(walk, start + 4));
  }
}

function readTrack(walk: Walk, box: Box, depth: number): void {
  const track: Track = { handler: '', samples: 0, edits: 0, isPcm: false };
  readChildren(walk, box, track, depth + 1);
  walk.facts.hasVideo ||= track.handler === 'vide';
  walk.facts.hasSound ||= track.handler === 'soun';
  walk.facts.hasEdits ||= track.edits > 0;
  // Uncompressed sound has a sample for each tick, which the demuxer takes in chunks.
  if (track.handler === 'soun' && track.isPcm) return;
  // Each edit may show all samples once more.
  countSamples(walk, track.samples * Math.max(1, track.edits));
}

function countSamples(walk: Walk, samples: number): void {
  walk.samples += samples;
  refuseMany(walk.samples, maxSoundPackets);
}

function refuseMany(samples: number, most: number): void {
  if (samples > most) throw new Error('The file has too many pictures');
}

const word = (walk: Walk, at: number) => read(walk, at, 4).readUInt32BE(0);

/** Zeros behind the end of the file. */
function read({ fd }: Walk, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  readSync(fd, bytes, 0, length, at);
  return bytes;
}
