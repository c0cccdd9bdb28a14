import type { CutFormat } from '@atelier/catalog/cuts';
import type { CutSources, PlannedClip } from './plan-clips.ts';
import { playClip, takeExactly } from './play-clip.ts';
import { makeSilence, readSamples, sampleRate } from './read-samples.ts';
import type { RenderRequest } from './render-request.ts';

type Mix = CutSources & Pick<RenderRequest, 'format'> & { request: RenderRequest['sound'] };

/** Whether anything of the cut can be heard. */
export function isAudible({ clips, sound, request }: Omit<Mix, 'format'>): boolean {
  const isAdded = sound !== undefined && request !== undefined && request.volume > 0;
  const areClips = clips.some(({ source, volume }) => source.hasSound && volume > 0);
  return isAdded || (request?.mode !== 'replace' && areClips);
}

/** All samples of the cut, which are as long as its pictures, in pieces of any length. */
export function* mixSound({ clips, frames, sound, request, format }: Mix): Generator<Float32Array> {
  const total = countSamples(frames, format);
  const isReplaced = request?.mode === 'replace';
  const own = isReplaced ? makeSilence(total) : playClips(clips, format);
  if (!sound || !request || request.volume === 0) return yield* limit(own);
  const added = takeExactly(readSamples(sound, sound.measured.start), total);
  yield* limit(addSamples(own, added, request.volume));
}

/** Each run ends at the sample nearest to the end of its pictures, however many came before. */
function* playClips(clips: readonly PlannedClip[], format: CutFormat): Generator<Float32Array> {
  let frames = 0;
  for (const clip of clips) {
    const before = countSamples(frames, format);
    frames += clip.frames;
    yield* playClip(clip, countSamples(frames, format) - before);
  }
}

/** Samples that are as long as some pictures. */
function countSamples(frames: number, { fps }: CutFormat): number {
  return Math.round((frames * sampleRate * fps.den) / fps.num);
}

/** Two sounds of the same length, whose pieces have different ones. */
function* addSamples(
  own: Iterable<Float32Array>,
  added: Generator<Float32Array>,
  volume: number,
): Generator<Float32Array> {
  let rest = new Float32Array(0);
  try {
    for (const piece of own) {
      for (let filled = 0; filled < piece.length; ) {
        if (rest.length === 0) rest = added.next().value ?? new Float32Array(piece.length);
        const count = Math.min(rest.length, piece.length - filled);
        for (let index = 0; index < count; index += 1)
          piece[filled + index] = (piece[filled + index] ?? 0) + volume * (rest[index] ?? 0);
        rest = rest.subarray(count);
        filled += count;
      }
      yield piece;
    }
  } finally {
    added.return(undefined);
  }
}

/** Sound that is louder than a sample can say would be heard as noise by some decoders. */
function* limit(pieces: Iterable<Float32Array>): Generator<Float32Array> {
  for (const piece of pieces) {
    for (const [index, value] of piece.entries()) piece[index] = Math.max(-1, Math.min(1, value));
    yield piece;
  }
}
