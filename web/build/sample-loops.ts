import { readFileSync } from 'node:fs';
import { computeHash, drawVideo, emitMadeFiles, type MadeFile, makeFile } from './made-files.ts';
import { makeSampleFiles } from './sample-files.ts';

/** One drawing to pan over, or two that fade into one another. */
const drawings = [
  ['dreamy-sunset'],
  ['moonlit-beach'],
  ['space-nebula'],
  ['urban-rooftop'],
  ['dreamy-sunset', 'moonlit-beach'],
  ['urban-rooftop', 'space-nebula'],
  ['architecture', 'landscape'],
];

/** Properties of every loop, in pixels and frames a second. */
const order = { width: 448, height: 252, fps: 16, frameCount: 48, quality: 34, seed: 0, isLoop: true };

/** Loops of the sample drawings, by the names of these. */
export async function makeSampleLoops(): Promise<Map<string, MadeFile>> {
  const files = await makeSampleFiles();
  const made = new Map<string, MadeFile>();
  for (const names of drawings) {
    const photoPaths = names.flatMap((name) => files.get(name)?.input.path ?? []);
    const content = photoPaths.map((path) => computeHash(readFileSync(path)));
    const name = names.join('-');
    const caption = { prompt: '', title: '', footer: '' };
    const file = await makeFile(`sample-${name}.mp4`, { content, ...order }, (path) =>
      drawVideo({ ...order, caption, photoPaths }, path),
    );
    made.set(name, file);
  }
  return made;
}

/** Adds the files to the build, and serves them during development. */
export function emitSampleLoops() {
  return emitMadeFiles('sample-loops', async () => [...(await makeSampleLoops()).values()]);
}
