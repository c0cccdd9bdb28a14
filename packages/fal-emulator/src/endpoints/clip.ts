import type { FalFile, Tools } from '../tools.ts';

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

/** The lengths from the first to the last, as texts. */
export function listTexts(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
}

/** A short video takes about ten seconds at lifelike speed. */
export const clipTimes = { queueMs: 2400, runMs: 8000 };
