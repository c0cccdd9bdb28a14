import {
  Codec,
  CodecContext,
  FFmpegError,
  FilterGraph,
  FormatContext,
  Frame,
  Packet,
  Rational,
} from 'node-av';
import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_PICTURE_TYPE_NONE,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUVA420P,
  AVERROR_EOF,
  FF_ENCODER_LIBVPX_VP9,
  FF_ENCODER_LIBX264,
} from 'node-av/constants';

/** node-av 6.1.1 does not copy the pixels of a frame, so they are kept as long as a frame or a filter points to them. */
export type Picture = { frame: Frame; pixels: Buffer };

export type VideoEncoding = {
  width: number;
  height: number;
  fps: number;
  /** Frames of the file. */
  frameCount: number;
  /** The graph's rate, at most `fps`: each of its pictures is repeated up to the next. */
  picturesPerSecond: number;
  /** How many of each moving picture the graph is given. */
  pictureCount: number;
  /** x264's constant quality: lower is better. */
  quality: number;
  /** A filter graph whose inputs are `buffer@name` filters and whose output is `buffersink@out` in yuv420p, or yuva420p. */
  graph: string;
  /** Written as VP9 in WebM, of which the graph states what is seen through. */
  isTransparent?: boolean;
  /** Still pictures: given once. */
  stills: ReadonlyMap<string, Picture>;
  /** Changing pictures, given frame by frame; their time stamps count frames. */
  moving: ReadonlyMap<string, (index: number) => Picture>;
};

/**
 * Runs a filter graph and writes its frames as H.264 in an mp4 with its index in front, transparent ones as VP9 in a WebM.
 * Options are set one by one: node-av 6.1.1 frees a Dictionary given to `open2` or `writeHeader` twice, which
 * crashes the process at the next garbage collection.
 */
export function encodeVideo(encoding: VideoEncoding, outputPath: string): void {
  using graph = new FilterGraph();
  graph.alloc();
  check(graph.parse2(encoding.graph), 'parse the graph');
  check(graph.configSync(), 'configure the graph');
  using encoder = openEncoder(encoding);
  const file = new FormatContext();
  const container = encoding.isTransparent ? 'webm' : 'mp4';
  check(file.allocOutputContext2(null, container, outputPath), 'open the file');
  if (container === 'mp4') check(file.setOption('movflags', '+faststart'), 'set movflags');
  const stream = file.newStream();
  check(stream.codecpar.fromContext(encoder), 'describe the stream');
  stream.timeBase = encoder.timeBase;
  stream.avgFrameRate = encoder.framerate;
  check(file.openOutputSync(), 'create the file');
  check(file.writeHeaderSync(), 'write the header');
  pump(encoding, graph, (frame) => {
    check(encoder.sendFrameSync(frame), 'encode a frame');
    using packet = new Packet();
    packet.alloc();
    while (encoder.receivePacketSync(packet) >= 0) {
      packet.rescaleTs(encoder.timeBase, stream.timeBase);
      packet.streamIndex = stream.index;
      check(file.interleavedWriteFrameSync(packet), 'write a packet');
      packet.unref();
    }
  });
  check(file.writeTrailerSync(), 'write the index');
  file.closeOutputSync();
  file.freeContext();
}

function openEncoder({ width, height, fps, quality, isTransparent }: VideoEncoding): CodecContext {
  const codec = Codec.findEncoderByName(isTransparent ? FF_ENCODER_LIBVPX_VP9 : FF_ENCODER_LIBX264);
  if (!codec) throw new Error('The encoder is missing');
  const encoder = new CodecContext();
  encoder.allocContext3(codec);
  encoder.width = width;
  encoder.height = height;
  encoder.pixelFormat = isTransparent ? AV_PIX_FMT_YUVA420P : AV_PIX_FMT_YUV420P;
  encoder.timeBase = new Rational(1, fps);
  encoder.framerate = new Rational(fps, 1);
  encoder.gopSize = fps * 2;
  encoder.threadCount = 2;
  encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  if (isTransparent) encoder.bitRate = 0n;
  const pace = isTransparent ? { deadline: 'realtime', 'cpu-used': '8' } : { preset: 'ultrafast' };
  for (const [name, value] of Object.entries({ ...pace, crf: String(quality) }))
    check(encoder.setOption(name, value), `set ${name}`);
  check(encoder.open2Sync(codec), 'open the encoder');
  return encoder;
}

/** Feeds the graph and passes on its output; a final null marks the end. */
function pump(encoding: VideoEncoding, graph: FilterGraph, take: (frame: Frame | null) => void): void {
  const filter = (name: string) => {
    const found = graph.getFilter(name);
    if (!found) throw new Error(`The graph has no filter ${name}`);
    return found;
  };
  const held: Buffer[] = [];
  for (const [name, { frame, pixels }] of encoding.stills) {
    held.push(pixels);
    check(filter(`buffer@${name}`).buffersrcAddFrameSync(frame), `add ${name}`);
    check(filter(`buffer@${name}`).buffersrcAddFrameSync(null), `end ${name}`);
  }
  const sink = filter('buffersink@out');
  using output = new Frame();
  output.alloc();
  const { fps, frameCount, picturesPerSecond } = encoding;
  let [pictures, frames] = [0, 0];
  const drain = () => {
    while (sink.buffersinkGetFrameSync(output) >= 0) {
      output.pictType = AV_PICTURE_TYPE_NONE;
      pictures += 1;
      for (; frames < frameCount && frames * picturesPerSecond < pictures * fps; frames += 1) {
        output.pts = BigInt(frames);
        take(output);
      }
      output.unref();
    }
  };
  for (let index = 0; index < encoding.pictureCount; index += 1) {
    for (const [name, frameAt] of encoding.moving) {
      const { frame: moved, pixels } = frameAt(index);
      using frame = moved;
      held.push(pixels);
      // xfade closes the first picture's input once it has faded out.
      const code = filter(`buffer@${name}`).buffersrcAddFrameSync(frame);
      if (code !== AVERROR_EOF) check(code, `add a frame of ${name}`);
    }
    drain();
  }
  for (const name of encoding.moving.keys()) filter(`buffer@${name}`).buffersrcAddFrameSync(null);
  drain();
  take(null);
  held.length = 0;
}

function check(code: number, what: string): void {
  FFmpegError.throwIfError(code, `Could not ${what}`);
}
