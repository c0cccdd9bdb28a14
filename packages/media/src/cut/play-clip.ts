import { FilterAPI } from 'node-av/api';
import type { PlannedClip } from './plan-clips.ts';
import { channels, makeSilence, readFloats, readSamples, sampleRate } from './read-samples.ts';
import { toFrames } from './sample-frames.ts';

/** Exactly `count` samples for one run of a clip, in pieces of any length: silence where it has no sound. */
export function* playClip(clip: PlannedClip, count: number): Generator<Float32Array> {
  const isHeard = clip.volume > 0 && clip.source.hasSound;
  const gain = makeGain(clip, count);
  let place = 0;
  for (const piece of takeExactly(isHeard ? changeSpeed(clip, count) : [], count)) {
    for (let index = 0; index < piece.length; index += channels) {
      const factor = gain(place);
      for (let channel = 0; channel < channels; channel += 1)
        piece[index + channel] = (piece[index + channel] ?? 0) * factor;
      place += 1;
    }
    yield piece;
  }
}

/** Cuts off what is too much, and goes on with silence where it is not enough. */
export function* takeExactly(pieces: Iterable<Float32Array>, count: number): Generator<Float32Array> {
  let left = count;
  if (left <= 0) return;
  for (const piece of pieces) {
    const taken = piece.subarray(0, left * channels);
    left -= taken.length / channels;
    yield taken;
    if (left <= 0) return;
  }
  yield* makeSilence(left);
}

/** Silent in the first and in the last sample, as the pictures are black. */
function makeGain({ volume, fadeIn, fadeOut }: PlannedClip, count: number): (place: number) => number {
  const [rising, falling] = [fadeIn, fadeOut].map((seconds) => Math.min(count, seconds * sampleRate));
  return (place) =>
    volume *
    Math.min(1, rising ? place / rising : 1) *
    Math.min(1, falling ? (count - 1 - place) / falling : 1);
}

function* changeSpeed(clip: PlannedClip, count: number): Generator<Float32Array> {
  const { source, start, speed, isReversed } = clip;
  const needed = Math.ceil(count * speed);
  const from = source.measured.start + start;
  const samples = isReversed ? playBackwards(clip, needed) : takeExactly(readSamples(source, from), needed);
  if (speed === 1) return yield* samples;
  using filter = FilterAPI.create(writeTempo(speed));
  for (const frame of filter.framesSync(toFrames(samples))) {
    if (!frame) continue;
    using current = frame;
    yield readFloats(current);
  }
}

/** Sound keeps its pitch. One filter leaves out samples from twice the speed on: several share it. */
function writeTempo(speed: number): string {
  const count = Math.max(1, Math.ceil(Math.abs(Math.log2(speed))));
  return Array.from({ length: count }, () => `atempo=${speed ** (1 / count)}`)
    .join(',')
    .concat(',aformat=sample_fmts=flt');
}

/** Samples of a piece that is kept to turn its order around. */
const maxKept = 20 * sampleRate;

function* playBackwards({ source, start }: PlannedClip, count: number): Generator<Float32Array> {
  const from = source.measured.start + start;
  for (let to = count; to > 0; to -= maxKept) {
    const begin = Math.max(0, to - maxKept);
    const kept = new Float32Array((to - begin) * channels);
    let filled = 0;
    for (const piece of takeExactly(readSamples(source, from + begin / sampleRate), to - begin)) {
      kept.set(piece, filled);
      filled += piece.length;
    }
    yield turnAround(kept);
  }
}

/** The channels stay where they are: left and right are exchanged, too, before all values are turned around. */
function turnAround(samples: Float32Array): Float32Array {
  for (let index = 0; index + 1 < samples.length; index += channels) {
    const left = samples[index] ?? 0;
    samples[index] = samples[index + 1] ?? 0;
    samples[index + 1] = left;
  }
  return samples.reverse();
}
