import { openMedia } from '../open-media.ts';
import { readHead } from '../read-head.ts';
import { inspectImage } from './inspect-image.ts';
import { inspectSound } from './inspect-sound.ts';
import { inspectVideo } from './inspect-video.ts';
import type { Inspection } from './inspection.ts';

export type InspectRequest = {
  path: string;
  /** The length that was sold, in seconds; absent where the model chooses it. */
  soldSeconds?: number | undefined;
  /** An input that the result is to differ from. */
  inputPath?: string | undefined;
};

/** Whether a file that decodes is what a model should deliver. Throws for what cannot be decoded. */
export async function inspectFile({ path, soldSeconds, inputPath }: InspectRequest): Promise<Inspection> {
  const { contentType } = await readHead(path);
  if (contentType.startsWith('image/') && contentType !== 'image/gif') return inspectImage(path, inputPath);
  await using media = await openMedia(path, contentType);
  return contentType.startsWith('audio/')
    ? inspectSound(media, soldSeconds)
    : inspectVideo(media, soldSeconds);
}
