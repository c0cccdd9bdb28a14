import type { Frame, Stream } from 'node-av';
import { Decoder, type Demuxer, FilterAPI } from 'node-av/api';
import { AVMEDIA_TYPE_AUDIO } from 'node-av/constants';
import { openMedia } from './open-media.ts';
import { readHead } from './read-head.ts';

/** Plenty to see where a sound swells and pauses; a moment is then 10 milliseconds. */
const sampleRate = 8_000;
const samplesPerMoment = 80;
const bytesPerSample = 2;

/**
 * The loudness of a sound from beginning to end in at most `count` equal steps, 0 to 1 of its loudest moment, with two
 * digits. Throws for what has no sound or cannot be decoded.
 */
export async function readPeaks({ path, count }: { path: string; count: number }): Promise<number[]> {
  const { contentType } = await readHead(path);
  await using media = await openMedia(path, contentType);
  const moments = [...loudestOfMoments(media)];
  if (moments.length === 0) throw new Error('No sound could be decoded');
  // Silence has no loudest moment: all of it is nothing.
  const loudest = findLoudest(moments) || 1;
  const steps = Math.min(count, moments.length);
  return Array.from({ length: steps }, (_, step) => {
    const from = Math.floor((step * moments.length) / steps);
    const to = Math.floor(((step + 1) * moments.length) / steps);
    return Math.round((findLoudest(moments.slice(from, to)) / loudest) * 100) / 100;
  });
}

/** `seconds`: of the longest track. */
export type MeasuredSound = { seconds: number; isSilent: boolean };

/**
 * Decodes all sound of a file and counts its samples, also what an edit list leaves out: the times of its packets are what
 * the file declares, and those of parts that were put one behind the other begin again. Silent is a file whose first track
 * has no sample but zero. Throws for what has no sound or cannot be decoded.
 */
export async function measureSound({ path }: { path: string }): Promise<MeasuredSound> {
  const { contentType, hasEdits } = await readHead(path);
  const options: Record<string, string> = hasEdits ? { ignore_editlist: '1' } : {};
  const measured: MeasuredSound[] = [];
  for (let place = 0; ; place += 1) {
    await using media = await openMedia(path, contentType, options);
    const track = media.streams.filter(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_AUDIO)[place];
    if (!track) break;
    measured.push(measureTrack(media, track));
  }
  const [first] = measured;
  if (!first?.seconds) throw new Error('No sound could be decoded');
  return { seconds: Math.max(...measured.map(({ seconds }) => seconds)), isSilent: first.isSilent };
}

/** A frame of a second costs the least to pass on. */
const samplesAtOnce = sampleRate;

function measureTrack(media: Demuxer, track: Stream): MeasuredSound {
  let [samples, isSilent] = [0, true];
  for (const frame of decodeTrack(media, track, samplesAtOnce)) {
    using current = frame;
    samples += current.nbSamples;
    isSilent &&= loudestSample(current) === 0;
  }
  return { seconds: samples / sampleRate, isSilent };
}

function findLoudest(values: readonly number[]): number {
  return values.reduce((loudest, value) => Math.max(loudest, value), 0);
}

function* loudestOfMoments(media: Demuxer): Generator<number> {
  const stream = media.audio();
  if (!stream) throw new Error('The file has no sound');
  for (const frame of decodeTrack(media, stream, samplesPerMoment)) {
    using current = frame;
    yield loudestSample(current);
  }
}

/** The caller frees each frame. */
function* decodeTrack(media: Demuxer, track: Stream, samplesPerFrame: number): Generator<Frame> {
  using decoder = Decoder.createSync(track);
  using filter = FilterAPI.create(
    `aformat=sample_fmts=s16:sample_rates=${sampleRate}:channel_layouts=mono,asetnsamples=n=${samplesPerFrame}:p=0`,
  );
  for (const frame of filter.framesSync(decoder.framesSync(media.packetsSync(track.index))))
    if (frame) yield frame;
}

function loudestSample(frame: Frame): number {
  const samples = frame.data?.[0];
  let loudest = 0;
  for (let index = 0; samples && index < frame.nbSamples; index += 1)
    loudest = Math.max(loudest, Math.abs(samples.readInt16LE(index * bytesPerSample)));
  return loudest;
}
