import { Frame } from 'node-av';
import { AV_CHANNEL_LAYOUT_STEREO, AV_SAMPLE_FMT_FLTP } from 'node-av/constants';
import { channels, sampleRate } from './read-samples.ts';

/** Frames of the samples, as filters and encoders take them; null is the end. */
export function* toFrames(pieces: Iterable<Float32Array>): Generator<Frame | null> {
  let pts = 0n;
  for (const piece of pieces) {
    const nbSamples = piece.length / channels;
    if (nbSamples === 0) continue;
    yield makeFrame(piece, nbSamples, pts);
    pts += BigInt(nbSamples);
  }
  yield null;
}

/** Channels lie one behind the other, because AAC takes no others. */
function makeFrame(piece: Float32Array, nbSamples: number, pts: bigint): Frame {
  const planes = new Float32Array(piece.length);
  for (let place = 0; place < nbSamples; place += 1)
    for (let channel = 0; channel < channels; channel += 1)
      planes[channel * nbSamples + place] = piece[place * channels + channel] ?? 0;
  return Frame.fromAudioBuffer(Buffer.from(planes.buffer), {
    nbSamples,
    format: AV_SAMPLE_FMT_FLTP,
    sampleRate,
    channelLayout: AV_CHANNEL_LAYOUT_STEREO,
    timeBase: { num: 1, den: sampleRate },
    pts,
  });
}
