import type { Frame, Packet } from 'node-av';
import { type Encoder, FilterAPI } from 'node-av/api';

/** Samples that encoders take at once. */
export const aacBlock = 1_024;
export const opusBlock = 960;

type Whole = {
  encoder: Encoder;
  blockLength: number;
  /** Where it ends, for frames that go on behind its end; absent where they do not. */
  samples?: number;
};

/**
 * All of a sound as packets, which the taker frees, to the sample where it ends: an encoder would lose what does not fill
 * its last block, so that silence fills it up, and the last packet says where the sound ends. The frames are in the
 * encoder's own format, their times are in samples, and null is their end.
 */
export function* encodeWhole(
  frames: Iterable<Frame | null>,
  { encoder, blockLength, samples }: Whole,
): Generator<Packet> {
  let end = 0n;
  function* watchEnd() {
    for (const frame of frames) {
      if (frame) end = frame.pts + BigInt(frame.nbSamples);
      yield frame;
    }
  }
  using blocks = FilterAPI.create(`asetnsamples=${blockLength}:p=1`);
  for (const packet of encoder.packetsSync(blocks.framesSync(watchEnd()))) {
    if (!packet) continue;
    const left = (samples === undefined ? end : BigInt(samples)) - packet.pts;
    if (left > 0n) {
      if (packet.duration > left) packet.duration = left;
      yield packet;
    } else packet.free();
  }
}
