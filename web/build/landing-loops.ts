import type { Plugin } from 'vite';
import { drawScene, drawVideo, emitMadeFiles, type MadeFile, makeFile } from './made-files.ts';

/** A short video without sound that repeats without a jump, and its first picture. Sizes in pixels. */
type MadeLoop = { name: LoopName; width: number; height: number; video: MadeFile; poster: MadeFile };

const shapes = {
  wide: { width: 448, height: 252 },
  square: { width: 320, height: 320 },
  portrait: { width: 320, height: 400 },
  tall: { width: 270, height: 480 },
};

/** Videos to draw, each with the name of its prompt in `landing.json`. A seed decides what is drawn. */
const orders = [
  { name: 'rose', shape: 'wide', seed: 2 },
  { name: 'lagoon', shape: 'tall', seed: 13 },
  { name: 'moss', shape: 'square', seed: 5 },
  { name: 'ember', shape: 'wide', seed: 19 },
  { name: 'haze', shape: 'portrait', seed: 24 },
  { name: 'violet', shape: 'wide', seed: 28 },
  { name: 'aurora', shape: 'tall', seed: 22 },
  { name: 'crimson', shape: 'square', seed: 30 },
  { name: 'dusk', shape: 'wide', seed: 17 },
  { name: 'mist', shape: 'portrait', seed: 31 },
  { name: 'indigo', shape: 'square', seed: 45 },
  { name: 'lilac', shape: 'wide', seed: 9 },
] as const satisfies readonly { name: string; shape: keyof typeof shapes; seed: number }[];
export type LoopName = (typeof orders)[number]['name'];

const timing = { fps: 16, frameCount: 48, quality: 34 };

/** Makes the videos with their first pictures, in the order of the wall. */
export async function makeLoops(): Promise<MadeLoop[]> {
  const loops: MadeLoop[] = [];
  for (const { name, shape, seed } of orders) {
    const { width, height } = shapes[shape];
    const order = { width, height, seed, caption: { prompt: '', title: '', footer: '' } };
    const video = await makeFile(`loop-${name}.mp4`, { ...order, ...timing }, (path) =>
      drawVideo({ ...order, ...timing, isLoop: true }, path),
    );
    const poster = await makeFile(`loop-${name}.webp`, order, (path) =>
      drawScene(order, { width, height, quality: 70 }, path),
    );
    loops.push({ name, width, height, video, poster });
  }
  return loops;
}

/** Adds the files to the build, and serves them during development. */
export function emitLoops(): Plugin {
  return emitMadeFiles('landing-loops', async () =>
    (await makeLoops()).flatMap(({ video, poster }) => [video, poster]),
  );
}
