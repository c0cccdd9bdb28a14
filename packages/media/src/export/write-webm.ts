import { type CodecContext, FFmpegError, type Frame } from 'node-av';
import { Encoder, Muxer } from 'node-av/api';
import { FF_ENCODER_LIBOPUS, FF_ENCODER_LIBVPX_VP9 } from 'node-av/constants';
import { threadCount } from '../captions/burn-captions.ts';
import { openFitter } from '../cut/fit-picture.ts';
import { takeExactly } from '../cut/play-clip.ts';
import { readSamples, sampleRate } from '../cut/read-samples.ts';
import { toFrames } from '../cut/sample-frames.ts';
import { encodeWhole, opusBlock } from '../encode-whole.ts';
import { inOrder } from '../order-packets.ts';
import { type Film, readAllPictures } from './open-film.ts';

/** Writes a film as WebM of its own size and rate: VP9, and Opus when it has sound. Throws TimeIsUp at `until`. */
export async function writeWebm(film: Film, outputPath: string, until: number): Promise<void> {
  using picture = Encoder.createSync(FF_ENCODER_LIBVPX_VP9, {
    configure: setQuality,
    context: { threadCount, bitRate: 0n },
  });
  using tone = Encoder.createSync(FF_ENCODER_LIBOPUS, {
    autoResample: true,
    context: { bitRate: 160_000n },
  });
  await using output = await Muxer.open(outputPath, { format: 'webm' });
  // Closes what is still read when writing fails, before what it is read with.
  using open = new DisposableStack();
  const frames = open.adopt(showWhole(film, until), close);
  const packets = open.adopt(picture.packetsSync(frames), close);
  const pictures = { index: output.addStream(picture), packets };
  const whole = { encoder: tone, blockLength: opusBlock, samples: countSamples(film) };
  const sound = open.adopt(encodeWhole(toFrames(readSound(film)), whole), close);
  const tones = film.source.hasSound
    ? { index: output.addStream(tone), packets: sound }
    : { index: -1, packets: [].values() };
  for (const { index, packet } of inOrder(pictures, tones)) {
    using current = packet;
    output.writePacketSync(current, index);
  }
}

function close(generator: Generator<unknown>): void {
  generator.return(undefined);
}

/** Sets options of libvpx: as fast as it can be, and of the quality that it takes. */
function setQuality(context: CodecContext): void {
  const options = { deadline: 'realtime', 'cpu-used': '8', 'row-mt': '1', crf: '30' };
  for (const [name, value] of Object.entries(options))
    FFmpegError.throwIfError(context.setOption(name, value), `Could not set ${name}`);
}

/** Pictures as players show them, at the times of the source, which begin at 0 with its first picture or sound. */
function* showWhole(film: Film, until: number): Generator<Frame | null> {
  const { size, turn, source } = film;
  const format = { ...size, fps: { num: 25, den: 1 } };
  using fitter = openFitter({ fit: 'contain', focusX: 0.5, focusY: 0.5, format, turn });
  let last: bigint | undefined;
  for (const picture of readAllPictures(film, until)) {
    const { pts, timeBase } = picture;
    const start = BigInt(Math.round((source.measured.start * timeBase.den) / timeBase.num));
    const time = pts > start ? pts - start : 0n;
    // The encoder takes no two pictures of the same time.
    if (last !== undefined && time <= last) continue;
    last = time;
    const { duration } = picture;
    const fitted = fitter.convert(picture);
    fitted.timeBase = timeBase;
    fitted.pts = time;
    fitted.duration = duration;
    yield fitted;
  }
  yield null;
}

function countSamples({ source: { measured } }: Film): number {
  return Math.ceil((measured.end - measured.start) * sampleRate);
}

/** A second more than the film, because the encoder keeps the last samples back. */
function readSound(film: Film): Generator<Float32Array> {
  const { source } = film;
  return takeExactly(readSamples(source, source.measured.start), countSamples(film) + sampleRate);
}
