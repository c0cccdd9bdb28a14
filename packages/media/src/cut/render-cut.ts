import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type CodecContext, FFmpegError, type Frame, Rational } from 'node-av';
import { Encoder, FilterAPI, Muxer } from 'node-av/api';
import { FF_ENCODER_AAC, FF_ENCODER_LIBX264 } from 'node-av/constants';
import type { Report } from '../answer-calls.ts';
import { setQuality, writeDrawing } from '../captions/burn-captions.ts';
import { aacBlock, encodeWhole } from '../encode-whole.ts';
import { createGiveWay } from '../give-way.ts';
import { inOrder } from '../order-packets.ts';
import { encodeSound, soundFormat } from './encode-sound.ts';
import { isAudible, mixSound } from './mix-sound.ts';
import { type CutSources, planClips } from './plan-clips.ts';
import { sampleRate } from './read-samples.ts';
import type { RenderedCut, RenderRequest } from './render-request.ts';
import { toFrames } from './sample-frames.ts';
import { numberFrames, showClip } from './show-clip.ts';

/**
 * Writes a cut as mp4: H.264 with exactly the pictures that its clips have in the rate of the format, one after the
 * other, and AAC of the same length, which is left out when nothing can be heard. Reports the share that is written, 0
 * to 1. Throws when a clip has no picture, or nothing of it is left. As mp3 or wav it is the sound alone, of clips that
 * have one, and its `frames` are samples.
 */
export async function renderCut(request: RenderRequest, report: Report<number>): Promise<RenderedCut> {
  const { format, container = 'mp4' } = request;
  if (container !== 'mp4') return renderSound({ ...request, format: soundFormat }, container, report);
  const sources = await planClips(request);
  const { frames } = sources;
  const seconds = (frames * format.fps.den) / format.fps.num;
  const drawing = await writeCaption(request, seconds);
  await encode(request, sources, drawing, watchProgress(frames, report));
  report(1);
  return { seconds, frames };
}

async function renderSound(
  request: RenderRequest,
  container: 'mp3' | 'wav',
  report: Report<number>,
): Promise<RenderedCut> {
  const sources = await planClips(request);
  const { frames } = sources;
  let done = 0;
  const onPacket = (samples: number) => {
    const percent = Math.floor((100 * samples) / frames);
    if (percent > done && percent < 100) report(percent / 100);
    done = Math.max(done, percent);
  };
  await encodeSound(request, { container, sources, onPacket });
  report(1);
  return { seconds: frames / sampleRate, frames };
}

async function writeCaption({ caption, format, outputPath }: RenderRequest, seconds: number) {
  if (caption.trim() === '') return undefined;
  // The end is rounded, and the last picture has a length.
  const cues = [{ start: 0, end: seconds + 1, text: caption }];
  return writeDrawing(cues, { ...format, folder: join(dirname(outputPath), 'captions') });
}

async function encode(
  request: RenderRequest,
  sources: CutSources,
  drawing: string | undefined,
  onPicture: () => Promise<void>,
): Promise<void> {
  const { format, outputPath } = request;
  const { num, den } = format.fps;
  using picture = Encoder.createSync(FF_ENCODER_LIBX264, {
    configure: setOptions,
    context: {
      threadCount: countThreads(sources),
      timeBase: new Rational(den, num),
      framerate: new Rational(num, den),
    },
  });
  using tone = Encoder.createSync(FF_ENCODER_AAC, { bitrate: 192_000 });
  using drawn = drawing === undefined ? undefined : FilterAPI.create(`${drawing},format=yuv420p`);
  // Puts the index in front, so that playing begins before the whole file is there.
  await using output = await Muxer.open(outputPath, { format: 'mp4', options: { movflags: '+faststart' } });
  // Closes what is still read when writing fails, before what it is read with.
  using open = new DisposableStack();
  const frames = open.adopt(showAll(sources, request), close);
  const packets = picture.packetsSync(drawn ? drawn.framesSync(frames) : frames);
  const pictures = { index: output.addStream(picture), packets: open.adopt(packets, close) };
  const mix = { ...sources, format, request: request.sound };
  const sound = encodeWhole(toFrames(mixSound(mix)), { encoder: tone, blockLength: aacBlock });
  const tones = isAudible(mix)
    ? { index: output.addStream(tone), packets: open.adopt(sound, close) }
    : { index: -1, packets: [].values() };
  for (const { index, packet } of inOrder(pictures, tones)) {
    using current = packet;
    output.writePacketSync(current, index);
    if (index === pictures.index) await onPicture();
  }
}

/**
 * Counts the threads of the encoder, at most two: each keeps pictures of its own, 50 MB at 1080p. A clip that plays
 * backwards keeps them itself, and waits for its decoder rather than for the encoder. Other processes come first all the
 * same, because rendering has a lower priority.
 */
function countThreads({ clips }: CutSources): number {
  return clips.some(({ isReversed }) => isReversed) ? 1 : Math.min(2, availableParallelism());
}

/** Pictures that the encoder looks ahead, each of which it keeps: with its usual ten, 1080p takes 40 MB more. */
const lookahead = '4';

function setOptions(context: CodecContext): void {
  setQuality(context);
  FFmpegError.throwIfError(context.setOption('rc-lookahead', lookahead), 'Could not set rc-lookahead');
}

function close(generator: Generator<unknown>): void {
  generator.return(undefined);
}

function* showAll({ clips }: CutSources, { format }: RenderRequest): Generator<Frame | null> {
  function* showRuns() {
    for (const clip of clips) yield* showClip(clip, format);
  }
  yield* numberFrames(showRuns(), format);
  yield null;
}

const reportEveryMs = 500;

/** Counts pictures, reports now and then, and lets the process take what it was sent: such as that its parent is gone. */
function watchProgress(frames: number, report: Report<number>): () => Promise<void> {
  let count = 0;
  let due = performance.now() + reportEveryMs;
  const giveWay = createGiveWay();
  return async () => {
    count += 1;
    await giveWay();
    if (performance.now() < due) return;
    due = performance.now() + reportEveryMs;
    report(count / frames);
    await setImmediate();
  };
}
