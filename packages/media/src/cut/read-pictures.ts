import type { Frame, Packet } from 'node-av';
import type { Decoder } from 'node-av/api';
import { AV_NOPTS_VALUE, AVSEEK_FLAG_BACKWARD } from 'node-av/constants';
import { findPicture, openMediaSync } from '../open-media.ts';
import { openPictureDecoder } from '../transparency.ts';
import type { Source } from './measure-source.ts';
import { decodePackets, readPackets } from './read-packets.ts';

/**
 * Yields for each moment, in seconds of the file's own clock and in rising order, the picture that is shown then: the
 * first or the last one outside of them. A picture is the same object as long as it is shown, and there until the next
 * moment. Throws when nothing can be decoded.
 */
export function* pickPictures(source: Source, moments: Iterable<number>): Generator<Frame> {
  let pictures: Generator<Frame> | undefined;
  let [shown, coming]: (Frame | undefined)[] = [];
  const take = () => pictures?.next().value ?? undefined;
  try {
    for (const moment of moments) {
      if (!pictures) {
        pictures = decodePictures(source, moment);
        coming = take();
      }
      while (coming && (!shown || readTime(coming) <= moment)) {
        shown?.free();
        [shown, coming] = [coming, undefined];
        coming = take();
      }
      if (!shown) throw new Error('No picture could be decoded');
      yield shown;
    }
  } finally {
    shown?.free();
    coming?.free();
    pictures?.return(undefined);
  }
}

/** When a picture begins, in seconds of the file's own clock. */
export function readTime({ pts, timeBase }: Frame): number {
  return (Number(pts) * timeBase.num) / timeBase.den;
}

/**
 * Pictures in the order of their times, which the caller frees. Begins at the last key frame before the moment or, where no
 * picture behind it can be decoded, at earlier ones.
 */
export function* decodePictures(source: Source, moment: number): Generator<Frame> {
  let place = source.keys.findLastIndex(({ time }) => time <= moment);
  const first = source.times.findLast((time) => time <= moment) ?? 0;
  for (let step = 1; ; step *= 2) {
    let isEmpty = true;
    for (const frame of decodeFrom(source, place, first)) {
      isEmpty = false;
      yield frame;
    }
    if (!isEmpty || place <= 0) return;
    place -= step;
  }
}

/**
 * Begins at this key frame of the source, or at the beginning for the first and those before it. Up to the time of the
 * `first` picture that is needed, those that no other one refers to may be missing.
 */
function* decodeFrom({ path, contentType, keys }: Source, place: number, first: number): Generator<Frame> {
  using media = openMediaSync(path, contentType);
  const picture = findPicture(media);
  // Pictures that cannot be decoded are left out, as players do. More threads would keep more pictures and save no time.
  using decoder = openPictureDecoder(picture, { exitOnError: false, context: { threadCount: 1 } });
  const key = place > 0 ? keys[place]?.key : undefined;
  if (key) media.getFormatContext().seekFrameSync(picture.index, key.dts, AVSEEK_FLAG_BACKWARD);
  const packets = skipTo(key?.pts, readPackets(media, picture.index));
  yield* decodePackets(
    decoder,
    hurryTo((first * picture.timeBase.den) / picture.timeBase.num, packets, decoder),
  );
}

function* skipTo(pts: bigint | undefined, packets: Iterable<Packet>): Generator<Packet> {
  let hasBegun = pts === undefined;
  for (const packet of packets) {
    hasBegun ||= packet.isKeyframe && packet.pts === pts;
    if (hasBegun) yield packet;
  }
}

/** Lets the decoder leave out pictures on the way from a key frame, which may be far. */
function* hurryTo(first: number, packets: Iterable<Packet>, decoder: Decoder): Generator<Packet> {
  let isHurried = false;
  for (const packet of packets) {
    const isEarly = packet.pts !== AV_NOPTS_VALUE && Number(packet.pts) < first - 0.5;
    if (isEarly !== isHurried)
      decoder.getCodecContext()?.setOption('skip_frame', isEarly ? 'noref' : 'default');
    isHurried = isEarly;
    yield packet;
  }
}
