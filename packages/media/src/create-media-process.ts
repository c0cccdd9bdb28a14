import { fileURLToPath } from 'node:url';
import { AppError } from '@atelier/contract';
import { createChildCaller } from './child-caller.ts';
import type { Poster } from './make-poster.ts';
import type { NormalizedImage, NormalizeRequest } from './normalize-image.ts';
import type { MediaFacts } from './probe-file.ts';

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
  /**
   * Re-encodes an image so that only its picture is left, or reports that it is larger than allowed. Throws
   * `media_unreadable`.
   */
  normalizeImage(request: NormalizeRequest, options?: { timeoutMs?: number }): Promise<NormalizedImage>;
  close(): Promise<void>;
};

const defaultTimeoutMs = 20_000;
const defaultMaxWidth = 640;
const defaultPeakCount = 240;

/**
 * Reads media in child processes: the decoders are native code fed with files from outside, and a crash or a hang
 * there must cost one file and not the worker. `processes` children at most (1 when absent).
 */
export function createMediaProcess(options: { processes?: number } = {}): MediaProcess {
  const children = createChildCaller({
    modulePath: fileURLToPath(new URL('./media-process.ts', import.meta.url)),
    processes: options.processes,
    toError: (failure, message) =>
      failure === 'closed'
        ? new AppError('unavailable', { cause: new Error(message) })
        : new AppError('media_unreadable', { cause: new Error(message) }),
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
    async normalizeImage(request, { timeoutMs = defaultTimeoutMs } = {}) {
      return (await children.call('normalizeImage', request, timeoutMs)) as NormalizedImage;
    },
    close: () => children.close(),
  };
}
