import { Frame, type Packet } from 'node-av';
import { AV_CHANNEL_LAYOUT_STEREO, AV_SAMPLE_FMT_FLTP } from 'node-av/constants';
import { channels, sampleRate } from './read-samples.ts';

/** Samples that AAC takes at once. */
const blockLength = 1_024;

/** All samples in pieces of this length, with silence behind the last: an encoder would lose what does not fill one. */
export function* toBlocks(pieces: Iterable<Float32Array>): Generator<Float32Array> {
  let block = new Float32Array(blockLength * channels);
  let filled = 0;
  for (const piece of pieces) {
    for (let taken = 0; taken < piece.length; ) {
      const part = piece.subarray(taken, taken + block.length - filled);
      block.set(part, filled);
      taken += part.length;
      filled += part.length;
      if (filled < block.length) continue;
      yield block;
      [block, filled] = [new Float32Array(block.length), 0];
    }
  }
  if (filled > 0) yield block;
}

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

/** Ends the last packets where the samples end: the encoder fills them up. Their times are in samples. */
export function* endPackets(packets: Iterable<Packet | null>, count: number): Generator<Packet> {
  for (const packet of packets) {
    if (!packet) continue;
    const left = BigInt(count) - packet.pts;
    if (left > 0n) {
      if (packet.duration > left) packet.duration = left;
      yield packet;
    } else packet.free();
  }
}
