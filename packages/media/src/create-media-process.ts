import { fileURLToPath } from 'node:url';
import { AppError, type AppErrorCode } from '@atelier/contract';
import type { CallFailure } from './call-child.ts';
import type { BurnedVideo, BurnRequest } from './captions/burn-captions.ts';
import { createChildCaller } from './child-caller.ts';
import type { RenderedCut, RenderRequest } from './cut/render-request.ts';
import type { FoundFrame, FrameMoment } from './cut-frame.ts';
import type { ExportedVideo, ExportRequest } from './export/export-video.ts';
import type { FramesRequest, WrittenFrames } from './export/write-frames.ts';
import type { InspectRequest } from './inspect/inspect-file.ts';
import type { Inspection } from './inspect/inspection.ts';
import type { Poster } from './make-poster.ts';
import type { MuxedVideo } from './mux-sound.ts';
import type { NormalizedImage, NormalizeRequest } from './normalize-image.ts';
import type { MediaFacts } from './probe-file.ts';
import type { MeasuredSound } from './read-peaks.ts';

export type MediaProcess = {
  /** Reads type (by bytes), size, length and streams of a file. Throws `media_unreadable`. */
  probe(path: string, options?: { timeoutMs?: number }): Promise<MediaFacts>;
  /**
   * Writes a webp still of a video, gif or image, at most `maxWidth` pixels wide (640 when absent, never enlarged).
   * Throws `media_unreadable`, also for sound, which has no picture.
   */
  poster(
    inputPath: string,
    outputPath: string,
    options?: { timeoutMs?: number; maxWidth?: number },
  ): Promise<Poster>;
  /**
   * The loudness of a sound from beginning to end in at most `count` steps (240 when absent), 0 to 1 of its loudest
   * moment. Throws `media_unreadable`.
   */
  peaks(path: string, options?: { timeoutMs?: number; count?: number }): Promise<number[]>;
  /** Decodes all sound of a file, for a price that goes by its length. Throws `media_unreadable`. */
  measureSound(path: string, options?: { timeoutMs?: number }): Promise<MeasuredSound>;
  /**
   * Whether a file that decodes is what a model should deliver, by its pictures, its sound and its length. Throws
   * `media_unreadable`, also when that takes too long (10 s when absent).
   */
  inspect(request: InspectRequest, options?: { timeoutMs?: number }): Promise<Inspection>;
  /**
   * Re-encodes an image so that only its picture is left, or reports that it is larger than allowed. Throws
   * `media_unreadable`.
   */
  normalizeImage(request: NormalizeRequest, options?: { timeoutMs?: number }): Promise<NormalizedImage>;
  /** The frame of a video that a player shows at a moment, or that the moment is past the end. Throws `media_unreadable`. */
  findFrame(path: string, at: FrameMoment, options?: { timeoutMs?: number }): Promise<FoundFrame>;
  /** Writes a frame that `findFrame` found as a PNG of the video's own size. Throws `media_unreadable`. */
  writeFrame(
    request: { path: string; outputPath: string; timestamp: number },
    options?: { timeoutMs?: number },
  ): Promise<void>;
  /**
   * Writes a video with a sound in place of its own, in the container that the video has. Throws `media_unreadable`,
   * also for a GIF.
   */
  muxSound(
    request: { videoPath: string; soundPath: string; outputPath: string },
    options?: { timeoutMs?: number },
  ): Promise<MuxedVideo>;
  /**
   * Writes a video again, as mp4, with captions drawn into its pictures, or reports why it does not. The child is killed
   * when `signal` aborts. Throws `media_unreadable`, also for a GIF, and `request_aborted`.
   */
  burnCaptions(
    request: BurnRequest,
    options: { timeoutMs?: number; signal?: AbortSignal },
  ): Promise<BurnedVideo>;
  /**
   * Writes a cut of several videos as mp4: exactly `countFrames` pictures for each run of a clip. `onProgress` gets the share
   * that is written, 0 to 1, about twice a second. The child is killed when `signal` aborts. Throws `media_unreadable`, also
   * when a clip has no picture or nothing of it is left, and `request_aborted`.
   */
  renderCut(
    request: RenderRequest,
    options: { timeoutMs: number; signal?: AbortSignal; onProgress?: (share: number) => void },
  ): Promise<RenderedCut>;
  /**
   * Writes a video or gif again in another format, or reports that it is too large. The child is killed when `signal`
   * aborts. Throws `media_unreadable`, also for sound, and `request_aborted`.
   */
  exportVideo(
    request: ExportRequest,
    options: { timeoutMs: number; signal?: AbortSignal },
  ): Promise<ExportedVideo>;
  /**
   * Writes the next pictures of a video or gif as PNG in full size, or reports that it is too large. The child is killed
   * when `signal` aborts. Throws `media_unreadable`, also for sound, and `request_aborted`.
   */
  writeFrames(
    request: FramesRequest,
    options: { timeoutMs: number; signal?: AbortSignal },
  ): Promise<WrittenFrames>;
  /** Starts a process now, so that the first file does not wait for it. */
  warm(): void;
  close(): Promise<void>;
};

/** Bytes come as base64. */
type Sent<Value> = { [Name in keyof Value]: Value[Name] extends Buffer | null ? string | null : Value[Name] };

const codes: Readonly<Record<CallFailure, AppErrorCode>> = {
  threw: 'media_unreadable',
  timed_out: 'media_unreadable',
  crashed: 'media_unreadable',
  aborted: 'request_aborted',
  closed: 'unavailable',
};

/**
 * Settings of the allocator of Linux, unless the operator says otherwise. Pictures are megabytes that come and go: in
 * its heap they would leave holes that are never given back, in an arena for each thread.
 */
const allocation = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

const defaultTimeoutMs = 20_000;
const inspectTimeoutMs = 10_000;
const defaultMaxWidth = 640;
const defaultPeakCount = 240;

/**
 * Reads media in child processes: the decoders are native code fed with files from outside, and a crash or a hang
 * there must cost one file and not the worker. `processes` children at most (1 when absent), which give
 * way to other processes as far as `niceness` says (`ChildOptions`).
 */
export function createMediaProcess(options: { processes?: number; niceness?: number } = {}): MediaProcess {
  const children = createChildCaller({
    modulePath: fileURLToPath(new URL('./media-process.ts', import.meta.url)),
    processes: options.processes,
    niceness: options.niceness,
    // biome-ignore lint/style/noProcessEnv: passed on whole, and read here for nothing
    env: { ...allocation, ...process.env },
    toError: (failure, message) => new AppError(codes[failure], { cause: new Error(message) }),
  });
  return {
    async probe(path, { timeoutMs = defaultTimeoutMs } = {}) {
      return (await children.call('probe', { path }, timeoutMs)) as MediaFacts;
    },
    async poster(inputPath, outputPath, { timeoutMs = defaultTimeoutMs, maxWidth = defaultMaxWidth } = {}) {
      return (await children.call('poster', { inputPath, outputPath, maxWidth }, timeoutMs)) as Poster;
    },
    async peaks(path, { timeoutMs = defaultTimeoutMs, count = defaultPeakCount } = {}) {
      return (await children.call('peaks', { path, count }, timeoutMs)) as number[];
    },
    async inspect(request, { timeoutMs = inspectTimeoutMs } = {}) {
      const answer = (await children.call('inspect', request, timeoutMs)) as Sent<Inspection>;
      return { ...answer, frames: answer.frames === null ? null : Buffer.from(answer.frames, 'base64') };
    },
    async measureSound(path, { timeoutMs = defaultTimeoutMs } = {}) {
      return (await children.call('measureSound', { path }, timeoutMs)) as MeasuredSound;
    },
    async normalizeImage(request, { timeoutMs = defaultTimeoutMs } = {}) {
      return (await children.call('normalizeImage', request, timeoutMs)) as NormalizedImage;
    },
    async findFrame(path, at, { timeoutMs = defaultTimeoutMs } = {}) {
      return (await children.call('findFrame', { path, at }, timeoutMs)) as FoundFrame;
    },
    async writeFrame(request, { timeoutMs = defaultTimeoutMs } = {}) {
      await children.call('writeFrame', request, timeoutMs);
    },
    async muxSound(request, { timeoutMs = defaultTimeoutMs } = {}) {
      return (await children.call('muxSound', request, timeoutMs)) as MuxedVideo;
    },
    async burnCaptions(request, { timeoutMs = defaultTimeoutMs, signal }) {
      return (await children.call('burnCaptions', request, timeoutMs, signal)) as BurnedVideo;
    },
    async renderCut(request, { timeoutMs, signal, onProgress }) {
      const report = onProgress && ((share: unknown) => onProgress(share as number));
      return (await children.call('renderCut', request, timeoutMs, signal, report)) as RenderedCut;
    },
    async exportVideo(request, { timeoutMs, signal }) {
      return (await children.call('exportVideo', request, timeoutMs, signal)) as ExportedVideo;
    },
    async writeFrames(request, { timeoutMs, signal }) {
      return (await children.call('writeFrames', request, timeoutMs, signal)) as WrittenFrames;
    },
    warm: () => children.warm(),
    close: () => children.close(),
  };
}
