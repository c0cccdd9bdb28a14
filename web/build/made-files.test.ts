import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { kinds } from '@atelier/catalog';
import { expect, it, onTestFinished } from 'vitest';
import { makeLoops } from './landing-loops.ts';
import { madeFolder } from './made-files.ts';
import { makeModelPictures } from './model-pictures.ts';
import { makeSampleFiles } from './sample-files.ts';
import { makeSampleLoops } from './sample-loops.ts';
import { makeSampleSounds } from './sample-sounds.ts';
import { makeVoiceSamples } from './voice-samples.ts';

// Files of an operator's own take the place of drawn ones, which stay for the day on which they are removed.
const noOwnFiles = join(madeFolder, 'none');

it('the repository has every drawn file that the app can show, and no other', async () => {
  const kept = readdirSync(madeFolder);
  const loops = (await makeLoops()).flatMap(({ video, poster }) => [video, poster]);
  const samples = [...(await makeSampleFiles()).values()].flatMap(({ picture, input }) => [picture, input]);
  const moving = [...(await makeSampleLoops()).values()];
  const sounds = [...(await makeSampleSounds()).values()];
  const models = [...(await makeModelPictures(noOwnFiles)).values()];
  const voices = [...(await makeVoiceSamples(noOwnFiles)).values()].flatMap((files) => [...files.values()]);
  const shown = [...loops, ...samples, ...moving, ...sounds, ...models, ...voices].map(({ path }) =>
    basename(path),
  );
  expect(kept.sort()).toEqual([...new Set(shown)].sort());
});

it('an own picture is shown as it is, and draws nothing', async () => {
  const before = readdirSync(madeFolder);
  const folder = mkdtempSync(join(tmpdir(), 'own-pictures-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const own = join(folder, 'text-to-video.webp');
  copyFileSync(join(madeFolder, before.find((name) => name.endsWith('model-vace.webp')) ?? ''), own);
  const pictures = await makeModelPictures(folder);
  expect(pictures.get('text-to-video')?.path).toBe(own);
  expect(pictures.get('vace')?.path).not.toBe(own);
  expect(readdirSync(madeFolder)).toEqual(before);
});

it('each kind has a picture of its own, small enough for a list of all', async () => {
  const pictures = [...(await makeModelPictures()).values()].map(({ path }) => readFileSync(path));
  expect(pictures.length).toBe(kinds.length);
  expect(new Set(pictures.map((bytes) => bytes.toString('base64'))).size).toBe(kinds.length);
  for (const { length } of pictures) expect(length).toBeLessThan(40_000);
});
