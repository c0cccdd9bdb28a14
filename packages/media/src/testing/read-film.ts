import type { Frame, Stream } from 'node-av';
import { Decoder, Demuxer, FilterAPI } from 'node-av/api';

/** Brightness of each pixel from 0 to 255, row by row. */
export type Picture = { seconds: number; width: number; height: number; luma: Buffer };

/** All pictures of a small mp4 as they are stored, in the order of their times. */
export async function readPictures(path: string): Promise<Picture[]> {
  await using media = await Demuxer.open(path, { format: 'mov' });
  return [...readFrames(media, media.video(), 'format=yuv420p')].map((frame) => {
    using current = frame;
    const { width, height, pts, timeBase } = current;
    const luma = Buffer.from(current.toBuffer().subarray(0, width * height));
    return { seconds: (Number(pts) * timeBase.num) / timeBase.den, width, height, luma };
  });
}

/**
 * The samples of an mp4, or of a file of another format, from its first picture on: all channels, and those of the left
 * one. Empty without a sound.
 */
export async function readTone(
  path: string,
  format = 'mov',
): Promise<{ left: Float32Array; right: Float32Array }> {
  await using media = await Demuxer.open(path, { format });
  const [left, right]: [number[], number[]] = [[], []];
  const tone = media.audio();
  if (!tone) return { left: new Float32Array(), right: new Float32Array() };
  for (const frame of readFrames(media, tone, 'aformat=sample_fmts=flt:channel_layouts=stereo')) {
    using current = frame;
    const bytes = current.data?.[0];
    for (let index = 0; bytes && index < current.nbSamples; index += 1) {
      // Sound before the first picture only wakes the decoder.
      if (Number(current.pts) + index < 0) continue;
      left.push(bytes.readFloatLE(index * 8));
      right.push(bytes.readFloatLE(index * 8 + 4));
    }
  }
  return { left: Float32Array.from(left), right: Float32Array.from(right) };
}

function* readFrames(media: Demuxer, stream: Stream | undefined, filter: string): Generator<Frame> {
  if (!stream) throw new Error('There is no track');
  using decoder = Decoder.createSync(stream);
  using filtered = FilterAPI.create(filter);
  const frames = filtered.framesSync(decoder.framesSync(media.packetsSync(stream.index)));
  for (const frame of frames) if (frame) yield frame;
}
