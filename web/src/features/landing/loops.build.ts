import { type LoopName, makeLoops } from '../../../build/landing-loops.ts';

type Loop = { name: LoopName; width: number; height: number; videoUrl: string; posterUrl: string };

/** The videos of the wall. Sizes in pixels. */
export const loops: Loop[] = (await makeLoops()).map(({ video, poster, ...loop }) => ({
  ...loop,
  videoUrl: video.url,
  posterUrl: poster.url,
}));
