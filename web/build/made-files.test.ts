import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { kinds } from '@atelier/catalog';
import { expect, it } from 'vitest';
import { makeLoops } from './landing-loops.ts';
import { madeFolder } from './made-files.ts';
import { makeModelPictures } from './model-pictures.ts';
import { makeSampleFiles } from './sample-files.ts';
import { makeSampleLoops } from './sample-loops.ts';
import { makeSampleSounds } from './sample-sounds.ts';
import { makeVoiceSamples } from './voice-samples.ts';

it('the repository has every drawn file that the app shows, and no other', async () => {
  const kept = readdirSync(madeFolder);
  const loops = (await makeLoops()).flatMap(({ video, poster }) => [video, poster]);
  const samples = [...(await makeSampleFiles()).values()].flatMap(({ picture, input }) => [picture, input]);
  const moving = [...(await makeSampleLoops()).values()];
  const sounds = [...(await makeSampleSounds()).values()];
  const models = [...(await makeModelPictures()).values()];
  const voices = [...(await makeVoiceSamples()).values()].flatMap((files) => [...files.values()]);
  const shown = [...loops, ...samples, ...moving, ...sounds, ...models, ...voices].map(({ path }) =>
    basename(path),
  );
  expect(kept.sort()).toEqual([...new Set(shown)].sort());
});

it('each kind has a picture of its own, small enough for a list of all', async () => {
  const pictures = [...(await makeModelPictures()).values()].map(({ path }) => readFileSync(path));
  expect(pictures.length).toBe(kinds.length);
  expect(new Set(pictures.map((bytes) => bytes.toString('base64'))).size).toBe(kinds.length);
  for (const { length } of pictures) expect(length).toBeLessThan(40_000);
});
