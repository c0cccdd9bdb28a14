import type { Frame, Packet } from 'node-av';
import { Decoder, type Demuxer, FilterAPI } from 'node-av/api';
import { AVSEEK_FLAG_BACKWARD } from 'node-av/constants';
import { openMediaSync } from '../open-media.ts';
import type { Source } from './measure-source.ts';
import { decodePackets, readPackets } from './read-packets.ts';

export const sampleRate = 48_000;
/** Samples are stereo: left and right one after the other. */
export const channels = 2;

/** Seconds that are decoded before a moment, because codecs need what came before. */
const leadSeconds = 0.3;
/** Difference between a frame's time and the end of the one before that is rounding, and no gap. */
const slack = 0.02 * sampleRate;
const stereo = `aresample=${sampleRate},aformat=sample_fmts=flt:sample_rates=${sampleRate}:channel_layouts=stereo`;

/**
 * The sound of a file from a moment on, in seconds of the file's own clock, in pieces of any length. Gaps are silent. It
 * ends with the sound.
 */
export function* readSamples(source: Source, from: number): Generator<Float32Array> {
  if (!source.hasSound) return;
  using filter = FilterAPI.create(`${source.doubleMono}${stereo}`);
  // Places count from the moment, in samples.
  let next: number | undefined;
  let done = 0;
  for (const frame of filter.framesSync(decodeSound(source, from))) {
    if (!frame) continue;
    using current = frame;
    const place = Math.round((readTime(current) - from) * sampleRate);
    const begin = next !== undefined && Math.abs(place - next) < slack ? next : place;
    next = begin + current.nbSamples;
    if (begin > done) yield* makeSilence(begin - done);
    done = Math.max(done, begin);
    const skipped = done - begin;
    if (skipped >= current.nbSamples) continue;
    done = next;
    yield readFloats(current).subarray(skipped * channels);
  }
}

/** Silence in pieces of a second at most. */
export function* makeSilence(count: number): Generator<Float32Array> {
  for (let left = count; left > 0; left -= sampleRate)
    yield new Float32Array(Math.min(left, sampleRate) * channels);
}

/** A copy of the samples of a stereo frame of floats. */
export function readFloats({ data, nbSamples }: Frame): Float32Array {
  const [bytes] = data ?? [];
  const floats = new Float32Array(nbSamples * channels);
  if (bytes) Buffer.from(floats.buffer).set(bytes.subarray(0, floats.byteLength));
  return floats;
}

function readTime({ pts, timeBase }: Pick<Frame, 'pts' | 'timeBase'>): number {
  return (Number(pts) * timeBase.num) / timeBase.den;
}

/** Begins a little before the moment, or at the beginning where the file cannot be entered in its middle. */
function* decodeSound({ path, contentType, measured }: Source, from: number): Generator<Frame | null> {
  const entry = from - leadSeconds;
  if (entry > measured.start) {
    using media = openMediaSync(path, contentType);
    const flags = AVSEEK_FLAG_BACKWARD;
    const code = media.getFormatContext().seekFrameSync(-1, BigInt(Math.floor(entry * 1_000_000)), flags);
    const packets = readSound(media);
    const first = code >= 0 ? packets.next().value : undefined;
    if (first && first.pts >= 0n && readPacketTime(first, media) <= entry) {
      yield* decode(media, putBack(first, packets));
      return;
    }
    packets.return(undefined);
  }
  using media = openMediaSync(path, contentType);
  yield* decode(media, readSound(media));
}

function* readSound(media: Demuxer): Generator<Packet, undefined> {
  const stream = media.audio();
  if (stream) yield* readPackets(media, stream.index);
}

function readPacketTime({ pts }: Packet, media: Demuxer): number {
  const { num = 0, den = 1 } = media.audio()?.timeBase ?? {};
  return (Number(pts) * num) / den;
}

function* putBack(first: Packet, packets: Generator<Packet>): Generator<Packet> {
  yield first;
  yield* packets;
}

function* decode(media: Demuxer, packets: Iterable<Packet>): Generator<Frame | null> {
  const stream = media.audio();
  if (!stream) return;
  using decoder = Decoder.createSync(stream, { exitOnError: false });
  yield* decodePackets(decoder, packets);
  yield null;
}
