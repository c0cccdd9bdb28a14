import type { FalFile, Tools } from '../tools.ts';
import type { Order } from './define-endpoint.ts';
import { type Resolution, videoSize } from './wan-fields.ts';

type Clip = {
  title: string;
  prompt: string;
  seed: number;
  tools: Tools;
  size: { width: number; height: number };
  seconds: number;
  fps?: number;
  hasSound: boolean;
  photoPaths?: readonly string[];
};

/** The video of a model that takes a length in seconds, with a sound track where it makes one. */
export async function makeClip(clip: Clip): Promise<FalFile> {
  const { title, prompt, seed, tools, size, seconds, fps = 24, hasSound, photoPaths = [] } = clip;
  const caption = { title, prompt, footer: `Local preview · seed ${seed}` };
  const frameCount = Math.round(seconds * fps);
  const video = await tools.video({ ...size, fps, frameCount, seed, caption, photoPaths });
  if (!hasSound) return video;
  return tools.videoWithSound(video, await tools.sound({ durationSeconds: seconds, seed, prompt }));
}

type Wish = {
  title: string;
  resolution: Resolution;
  /** The ratio of the first picture, or 16:9, when absent. */
  ratio?: string;
  seconds: number;
  fps?: number;
  hasSound: boolean;
  /** Pictures that the video begins and ends with: the field that names each, and its address. */
  pictures?: readonly (readonly [field: string, url: string | undefined])[];
};

/** The video of a model whose request names resolution, ratio, length and pictures. */
export async function makeWishedClip(order: Pick<Order<unknown>, 'prompt' | 'seed' | 'tools'>, wish: Wish) {
  const { prompt, seed, tools } = order;
  const { resolution, ratio = 'auto', pictures = [], ...rest } = wish;
  const photos = [];
  for (const [field, url] of pictures) if (url) photos.push(await tools.loadImage(field, url));
  const size = videoSize(resolution, ratio, photos[0]);
  return makeClip({ ...rest, prompt, seed, tools, size, photoPaths: photos.map(({ path }) => path) });
}

type Continuation = Omit<Wish, 'ratio' | 'pictures'>;

/** The video that a model makes of another one, in the ratio of that. */
export async function continueVideo(
  order: Pick<Order<unknown>, 'prompt' | 'seed' | 'tools'>,
  { field, url }: { field: string; url: string },
  { resolution, ...rest }: Continuation,
): Promise<FalFile> {
  const { prompt, seed, tools } = order;
  const source = await tools.loadVideo(field, url);
  const size = videoSize(resolution, 'auto', source);
  return makeClip({ ...rest, prompt, seed, tools, size, photoPaths: [await tools.stillOf(source)] });
}

/** Pictures in a field that takes several. */
export function listPictures(field: string, urls: readonly string[] = []) {
  return urls.map((url) => [field, url] as const);
}

/** The lengths from the first to the last, as texts. */
export function listTexts(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
}

/** A short video takes about ten seconds at lifelike speed. */
export const clipTimes = { queueMs: 2400, runMs: 8000 };
