import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  Codec,
  CodecContext,
  FFmpegError,
  FilterGraph,
  FormatContext,
  Frame,
  Log,
  Packet,
  Rational,
} from 'node-av';
import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_LOG_QUIET,
  AV_PICTURE_TYPE_NONE,
  type FFEncoderCodec,
} from 'node-av/constants';

import { copyTracks } from './edit-file.ts';

export { copyTracks, patchAll, word } from './edit-file.ts';

type TestFile = {
  /** FFmpeg's name of the container. */
  container: string;
  encoder: string;
  /** A filter graph without inputs; a picture has 320 x 180 pixels and 10 frames a second. */
  graph: string;
  /** Preset of libx264; its own default when absent. */
  preset?: string;
};

const picture = 'testsrc2=size=320x180:rate=10:duration=2';
const tone = 'sine=frequency=440:sample_rate=44100:duration=2';

const aacSamples = 'aformat=sample_fmts=fltp:channel_layouts=mono,asetnsamples=1024';
const opusSamples = 'aformat=sample_fmts=s16:sample_rates=48000:channel_layouts=mono,asetnsamples=960';

export const testFiles = {
  mp4: { container: 'mp4', encoder: 'libx264', graph: `${picture},format=yuv420p` },
  mov: { container: 'mov', encoder: 'libx264', graph: `${picture},format=yuv420p` },
  webm: { container: 'webm', encoder: 'libvpx', graph: `${picture},format=yuv420p` },
  /** Transparent on the left, where green is hidden, and red on the right. */
  clearWebm: {
    container: 'webm',
    encoder: 'libvpx-vp9',
    graph:
      'color=c=black:size=320x180:rate=10:duration=0.5,format=rgba,geq=r=200*gt(X\\,159):g=200*lt(X\\,160):b=0:a=255*gt(X\\,159),format=yuva420p',
  },
  gif: { container: 'gif', encoder: 'gif', graph: `${picture},format=rgb8` },
  /** 23 frames, each a little brighter than the one before, stored out of order and with one key frame. */
  countedMp4: {
    container: 'mp4',
    encoder: 'libx264',
    graph:
      'color=c=black:size=320x180:rate=10:duration=2.3,format=yuv420p,geq=lum=51.4+16+4.294*N:cb=128:cr=128',
  },
  /** One colour, made as BT.709 and not marked as such. */
  hdMp4: {
    container: 'mp4',
    encoder: 'libx264',
    graph:
      'color=c=0xcc3300:size=1280x720:rate=10:duration=0.2,format=gbrp,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p,setparams=colorspace=unknown',
  },
  /** Black for the first half, coloured for the second. */
  lateLight: {
    container: 'mp4',
    encoder: 'libx264',
    graph: 'color=c=0xcc3300:size=320x180:rate=10:duration=2,fade=t=in:st=1:d=0.1,format=yuv420p',
  },
  wav: {
    container: 'wav',
    encoder: 'pcm_s16le',
    graph: `${tone},aformat=sample_fmts=s16:channel_layouts=mono`,
  },
  /** Longer than the videos. */
  longWav: {
    container: 'wav',
    encoder: 'pcm_s16le',
    graph: 'sine=frequency=440:sample_rate=44100:duration=4,aformat=sample_fmts=s16:channel_layouts=mono',
  },
  /** Silent at first, loud at the end. */
  risingWav: {
    container: 'wav',
    encoder: 'pcm_s16le',
    graph: `${tone},afade=t=in:d=2,aformat=sample_fmts=s16:channel_layouts=stereo`,
  },
  silentWav: {
    container: 'wav',
    encoder: 'pcm_s16le',
    graph: `${tone},volume=0,aformat=sample_fmts=s16:channel_layouts=mono`,
  },
  silentMp3: {
    container: 'mp3',
    encoder: 'libmp3lame',
    graph: `${tone},volume=0,aformat=sample_fmts=s16p:channel_layouts=mono,asetnsamples=1152`,
  },
  /** Sound in the container of videos. */
  soundMp4: {
    container: 'mp4',
    encoder: 'libmp3lame',
    graph: `${tone},aformat=sample_fmts=s16p:channel_layouts=mono,asetnsamples=1152`,
  },
  m4a: { container: 'ipod', encoder: 'aac', graph: `${tone},${aacSamples}` },
  adts: { container: 'adts', encoder: 'aac', graph: `${tone},${aacSamples}` },
  ogg: { container: 'ogg', encoder: 'libopus', graph: `${tone},${opusSamples}` },
  soundWebm: { container: 'webm', encoder: 'libopus', graph: `${tone},${opusSamples}` },
  flac: {
    container: 'flac',
    encoder: 'flac',
    graph: `${tone},aformat=sample_fmts=s16:channel_layouts=mono,asetnsamples=4608:p=0`,
  },
  mp3: {
    container: 'mp3',
    encoder: 'libmp3lame',
    graph: `${tone},aformat=sample_fmts=s16p:channel_layouts=mono,asetnsamples=1152`,
  },
} as const satisfies Record<string, TestFile>;

/** Writes a small real file of two seconds. */
export function makeTestFile(kind: keyof typeof testFiles, path: string): void {
  // Gives `countedMp4` as many B-frames as the models' videos have, so that its frames refer to later ones.
  writeTestFile({ ...testFiles[kind], maxBFrames: kind === 'countedMp4' ? 3 : 0 }, path);
}

/** The bytes of a real sound of two seconds. */
export function makeSound(kind: keyof typeof testFiles): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-sound-'));
  try {
    makeTestFile(kind, join(folder, kind));
    return readFileSync(join(folder, kind));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The bytes of a real video of two seconds with this sound. */
export async function makeVideoWithSound(sound: 'mp3' | 'silentMp3'): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-film-'));
  try {
    for (const kind of ['mp4', sound] as const) makeTestFile(kind, join(folder, kind));
    const tracks = [
      { path: join(folder, 'mp4'), format: 'mov' },
      { path: join(folder, sound), format: 'mp3' },
    ];
    await copyTracks(join(folder, 'film'), 'mp4', tracks);
    return readFileSync(join(folder, 'film'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const videos = new Map<string, Buffer>();
const smallVideos = { mp4: 'libx264', mov: 'libx264', webm: 'libvpx' } as const;

/** The bytes of a real video of half a second, filled up to `bytes` with a box that players skip. */
export function makeVideo(container: keyof typeof smallVideos, bytes = 0): Buffer {
  const video = videos.get(container) ?? encodeVideo(container);
  videos.set(container, video);
  if (bytes < video.length + 8) return video;
  const filling = Buffer.alloc(bytes - video.length);
  filling.writeUInt32BE(filling.length);
  filling.write('free', 4);
  return Buffer.concat([video, filling]);
}

function encodeVideo(container: keyof typeof smallVideos): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-video-'));
  try {
    const graph = 'testsrc2=size=64x64:rate=10:duration=0.5,format=yuv420p';
    writeTestFile({ container, encoder: smallVideos[container], graph }, join(folder, container));
    return readFileSync(join(folder, container));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Writes what a filter graph makes. */
export function writeTestFile(
  {
    container,
    encoder: encoderName,
    graph: description,
    preset,
    maxBFrames = 0,
  }: TestFile & { maxBFrames?: number },
  path: string,
): void {
  Log.setLevel(AV_LOG_QUIET);
  using graph = new FilterGraph();
  graph.alloc();
  const isSound = description.includes('aformat');
  check(graph.parse2(`${description},${isSound ? 'abuffersink' : 'buffersink'}@out`));
  check(graph.configSync());
  const sink = graph.getFilter(`${isSound ? 'abuffersink' : 'buffersink'}@out`);
  const codec = Codec.findEncoderByName(encoderName as FFEncoderCodec);
  if (!sink || !codec) throw new Error(`There is no ${encoderName}`);
  using encoder = new CodecContext();
  encoder.allocContext3(codec);
  encoder.timeBase = sink.buffersinkGetTimeBase();
  encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  encoder.maxBFrames = maxBFrames;
  if (isSound) {
    encoder.sampleRate = sink.buffersinkGetSampleRate();
    encoder.sampleFormat = sink.buffersinkGetFormat() as typeof encoder.sampleFormat;
    encoder.channelLayout = sink.buffersinkGetChannelLayout();
  } else {
    encoder.width = sink.buffersinkGetWidth();
    encoder.height = sink.buffersinkGetHeight();
    encoder.pixelFormat = sink.buffersinkGetFormat() as typeof encoder.pixelFormat;
    encoder.framerate = new Rational(10, 1);
  }
  if (preset) check(encoder.setOption('preset', preset));
  check(encoder.open2Sync(codec));
  using output = new Frame();
  output.alloc();
  const file = openFile(container, path, encoder);
  while (sink.buffersinkGetFrameSync(output) >= 0) {
    // Some sources call each of their pictures a key frame.
    if (!isSound) output.pictType = AV_PICTURE_TYPE_NONE;
    file.encode(output);
    output.unref();
  }
  file.end();
}

function openFile(container: string, path: string, encoder: CodecContext) {
  const file = new FormatContext();
  check(file.allocOutputContext2(null, container, path));
  // The index stands in front, as in what the models deliver.
  if (container === 'mp4' || container === 'mov') check(file.setOption('movflags', '+faststart'));
  const stream = file.newStream();
  check(stream.codecpar.fromContext(encoder));
  stream.timeBase = encoder.timeBase;
  stream.avgFrameRate = encoder.framerate;
  check(file.openOutputSync());
  check(file.writeHeaderSync());
  const encode = (frame: Frame | null) => {
    check(encoder.sendFrameSync(frame));
    using packet = new Packet();
    packet.alloc();
    while (encoder.receivePacketSync(packet) >= 0) {
      // A picture's time base is one frame; without a length the last frame would have none.
      if (packet.duration === 0n) packet.duration = 1n;
      packet.rescaleTs(encoder.timeBase, stream.timeBase);
      packet.streamIndex = stream.index;
      check(file.interleavedWriteFrameSync(packet));
      packet.unref();
    }
  };
  const end = () => {
    encode(null);
    check(file.writeTrailerSync());
    file.closeOutputSync();
    file.freeContext();
  };
  return { encode, end };
}

function check(code: number): void {
  FFmpegError.throwIfError(code, 'Could not make a test file');
}
