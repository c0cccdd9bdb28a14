import { AV_NOPTS_VALUE } from 'node-av/constants';
import type { ContentType } from '../content-type.ts';
import { doubleMono } from '../double-mono.ts';
import { type Measured, measurePackets } from '../measure-packets.ts';
import { listPictures, openMedia } from '../open-media.ts';
import { readHead } from '../read-head.ts';

/** Times of a key frame in units of its track. */
type Key = { pts: bigint; dts: bigint };

/** A file of a cut and what has to be known before it is decoded. */
export type Source = {
  path: string;
  contentType: ContentType;
  measured: Measured;
  /** When the file ends, in the seconds of `measured`. */
  end: number;
  hasPicture: boolean;
  hasSound: boolean;
  /** Beginning of the filter of its sound. */
  doubleMono: string;
  /** When the pictures of the first video track begin, in seconds and in order. */
  times: Float64Array;
  /** Where decoding them can begin, in seconds and in units of the track, in order. */
  keys: { time: number; key: Key }[];
};

/** An encoder's last packet of sound reaches past the pictures by less than this; then these end the file. */
const overhangSeconds = 0.1;

/** Reads all packets of a file once. Throws for what is neither moving picture nor sound. */
export async function measureSource(path: string): Promise<Source> {
  const { contentType } = await readHead(path);
  await using media = await openMedia(path, contentType);
  const [picture] = listPictures(media);
  const tone = media.audio();
  const keys: Source['keys'] = [];
  const times: number[] = [];
  let pictureEnd = Number.NEGATIVE_INFINITY;
  const measured = measurePackets(media, (packet) => {
    if (!picture || packet.streamIndex !== picture.index) return;
    const { pts, dts } = packet;
    if (pts === AV_NOPTS_VALUE) return;
    const unit = picture.timeBase.num / picture.timeBase.den;
    const time = Number(pts) * unit;
    times.push(time);
    pictureEnd = Math.max(pictureEnd, time + Number(packet.duration) * unit);
    if (packet.isKeyframe) keys.push({ time, key: { pts, dts } });
  });
  keys.sort((one, other) => one.time - other.time);
  return {
    path,
    contentType,
    measured,
    end: Math.abs(measured.end - pictureEnd) < overhangSeconds ? pictureEnd : measured.end,
    hasPicture: picture !== undefined,
    hasSound: tone !== undefined,
    doubleMono: tone ? doubleMono(tone) : '',
    times: Float64Array.from(times).sort(),
    keys,
  };
}
