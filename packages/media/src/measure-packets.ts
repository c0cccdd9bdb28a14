import { type IRational, Packet, type Stream } from 'node-av';
import type { Demuxer } from 'node-av/api';
import {
  AV_CODEC_ID_VP8,
  AV_NOPTS_VALUE,
  AV_PKT_FLAG_DISCARD,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants';
import type { ContentType } from './content-type.ts';
import { isCover, listPictures, openMedia } from './open-media.ts';
import { maxPackets, maxSoundPackets } from './read-boxes.ts';

/** Measures from the packets of a file, whatever its headers declare. */
export type Measured = {
  /** When the first picture or sound begins and the last ends, in seconds of the file's own clock. */
  start: number;
  end: number;
  /** Frames of the first video track; 0 for a sound. */
  frames: number;
  /** Pictures a second of the first video track; absent when a single picture has none. */
  fps?: number;
  /** The most that a video track shows in a second, on the whole or in the middle of its pace. */
  maxFps?: number;
};

/** `options` are the demuxer's. */
export async function measureFile(
  path: string,
  contentType: ContentType,
  options?: Record<string, string>,
): Promise<Measured> {
  await using media = await openMedia(path, contentType, options);
  return measurePackets(media);
}

/**
 * Reads all packets from where the file stands and decodes none; `visit` sees each. Throws for a file of more packets than
 * any video has. The demuxer's own iterator would move the times behind a gap.
 */
export function measurePackets(media: Demuxer, visit?: (packet: Packet) => void): Measured {
  const tracks = media.streams.map(openTrack);
  const context = media.getFormatContext();
  const most = listPictures(media).length > 0 ? maxPackets : maxSoundPackets;
  using packet = new Packet();
  packet.alloc();
  for (let count = 1; context.readFrameSync(packet) >= 0; count += 1) {
    if (count > most) throw new Error('The file has too many pictures');
    const track = tracks[packet.streamIndex];
    if (track) addPacket(track, packet);
    visit?.(packet);
    packet.unref();
  }
  return summarize(tracks.filter((track) => track !== undefined));
}

type Track = {
  isVideo: boolean;
  isVp8: boolean;
  timeBase: IRational;
  /** Times of the pictures that are shown, in units of the time base. */
  times: number[];
  end: number;
  /** The last of them has no length of its own. */
  isEndOpen: boolean;
};

/** Returns undefined when the stream is neither moving picture nor sound, such as a cover, a time code or subtitles. */
function openTrack(stream: Stream): Track | undefined {
  const { codecpar } = stream;
  const isVideo = codecpar.codecType === AVMEDIA_TYPE_VIDEO;
  if (isCover(stream) || !(isVideo || codecpar.codecType === AVMEDIA_TYPE_AUDIO)) return undefined;
  const { num, den } = stream.timeBase;
  const isVp8 = codecpar.codecId === AV_CODEC_ID_VP8;
  return { isVideo, isVp8, timeBase: { num, den }, times: [], end: -Infinity, isEndOpen: false };
}

function addPacket(track: Track, packet: Packet): void {
  // Only decoded because later ones need them: before the cut of an edit list, or made to be referred to.
  if (packet.hasFlags(AV_PKT_FLAG_DISCARD) || (track.isVp8 && isHiddenVp8(packet.data))) return;
  const stamp = packet.pts === AV_NOPTS_VALUE ? packet.dts : packet.pts;
  const time = stamp === AV_NOPTS_VALUE ? Math.max(0, track.end) : Number(stamp);
  const length = Math.max(0, Number(packet.duration));
  track.times.push(time);
  if (time + length < track.end) return;
  track.end = time + length;
  track.isEndOpen = length === 0;
}

/** RFC 6386, 9.1: the fourth bit says whether a frame is shown. */
function isHiddenVp8(data: Buffer | null): boolean {
  return data?.[0] !== undefined && (data[0] & 0x10) === 0;
}

type Paced = {
  isVideo: boolean;
  frames: number;
  start: number;
  end: number;
  fps?: number;
  middleFps?: number;
};

function summarize(tracks: readonly Track[]): Measured {
  const paced = tracks.filter(({ times }) => times.length > 0).map(pace);
  const videos = paced.filter(({ isVideo }) => isVideo);
  const [first] = videos;
  const rates = videos.flatMap(({ fps, middleFps }) => [fps, middleFps]).filter((rate) => rate !== undefined);
  return {
    start: least(paced.map(({ start }) => start)),
    end: -least(paced.map(({ end }) => -end)),
    frames: first?.frames ?? 0,
    ...(first?.fps === undefined ? {} : { fps: first.fps }),
    ...(rates.length === 0 ? {} : { maxFps: Math.max(...rates) }),
  };
}

const least = (values: readonly number[]) => (values.length === 0 ? 0 : Math.min(...values));

/** A length of nothing would be an endless rate, which no message can carry. */
const shortest = 0.001;

function pace({ isVideo, timeBase, times, end, isEndOpen }: Track): Paced {
  const unit = timeBase.num / timeBase.den;
  const inOrder = Float64Array.from(times).toSorted();
  const frames = inOrder.length;
  const [first = 0, last = 0] = [inOrder[0], inOrder[frames - 1]];
  const usual = frames > 1 ? (last - first) / (frames - 1) : 0;
  const [start, until] = [first * unit, (isEndOpen ? end + usual : end) * unit];
  if (!isVideo || frames < 2) return { isVideo, frames, start, end: until };
  const middle = middleInterval(inOrder);
  return {
    isVideo,
    frames,
    start,
    end: until,
    fps: frames / Math.max(shortest, until - start),
    ...(middle === undefined ? {} : { middleFps: 1 / Math.max(shortest, middle * unit) }),
  };
}

/**
 * The mean of the middle half of the intervals: a long stand-still lowers the rate of the whole, but not that of most
 * pictures, and a clock of milliseconds rounds single ones.
 */
function middleInterval(times: Float64Array): number | undefined {
  const intervals = times
    .subarray(1)
    .map((time, at) => time - (times[at] ?? 0))
    .toSorted();
  const quarter = Math.floor(intervals.length / 4);
  const middle = intervals.subarray(quarter, intervals.length - quarter);
  if (intervals.length < 4) return undefined;
  return middle.reduce((sum, interval) => sum + interval, 0) / middle.length;
}
