import { FFmpegError, FormatContext, Packet, Rational } from 'node-av';
import { Demuxer } from 'node-av/api';

type Times = { pts: bigint; dts: bigint; duration: bigint };

export type CopiedTrack = {
  path: string;
  /** FFmpeg's name of the demuxer. */
  format: string;
  /** Times for a packet, in milliseconds; by default its own. */
  retime?: (index: number, times: Times) => Times;
};

const milliseconds = new Rational(1, 1_000);

/** Writes the first track of each of some files into one, packet by packet, with other times where they are asked for. */
export async function copyTracks(
  path: string,
  container: string,
  tracks: readonly CopiedTrack[],
  options: Record<string, string> = {},
): Promise<void> {
  const file = new FormatContext();
  check(file.allocOutputContext2(null, container, path));
  const sources = await Promise.all(tracks.map(({ path: from, format }) => Demuxer.open(from, { format })));
  for (const { streams } of sources) {
    const [from] = streams;
    const to = file.newStream();
    if (!from) throw new Error('There is no track');
    check(from.codecpar.copy(to.codecpar));
    to.codecpar.codecTag = 0;
    to.timeBase = milliseconds;
  }
  check(file.openOutputSync());
  for (const [name, value] of Object.entries(options)) check(file.setOption(name, value));
  check(file.writeHeaderSync());
  for (const [at, source] of sources.entries()) copyPackets(file, source, at, tracks[at]?.retime);
  check(file.writeTrailerSync());
  file.closeOutputSync();
  file.freeContext();
  for (const source of sources) source.closeSync();
}

function copyPackets(file: FormatContext, source: Demuxer, at: number, retime?: CopiedTrack['retime']): void {
  const [from, to] = [source.streams[0], file.streams[at]];
  if (!from || !to) throw new Error('There is no track');
  using packet = new Packet();
  packet.alloc();
  for (let index = 0; source.getFormatContext().readFrameSync(packet) >= 0; index += 1) {
    packet.rescaleTs(from.timeBase, milliseconds);
    const { pts, dts, duration } = packet;
    Object.assign(packet, retime?.(index, { pts, dts, duration }) ?? {});
    packet.rescaleTs(milliseconds, to.timeBase);
    packet.streamIndex = at;
    check(file.writeFrameSync(packet));
    packet.unref();
  }
}

function check(code: number): void {
  FFmpegError.throwIfError(code, 'Could not copy a track');
}

/** A copy with other bytes wherever `mark` stands, `offset` bytes further on. Throws when it stands nowhere. */
export function patchAll(
  file: Buffer,
  mark: string | Buffer,
  offset: number,
  bytes: readonly number[],
): Buffer {
  const copy = Buffer.from(file);
  let at = copy.indexOf(mark, 0, 'latin1');
  if (at < 0) throw new Error(`There is no ${mark}`);
  for (; at >= 0; at = copy.indexOf(mark, at + 1, 'latin1')) copy.set(bytes, at + offset);
  return copy;
}

export const word = (value: number): number[] => [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff);
