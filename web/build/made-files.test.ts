import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { makeLoops } from './landing-loops.ts';
import { madeFolder } from './made-files.ts';
import { makeSampleFiles } from './sample-files.ts';
import { makeSampleSounds } from './sample-sounds.ts';

it('the repository has every drawn file that the app shows, and no other', async () => {
  const kept = readdirSync(madeFolder);
  const loops = (await makeLoops()).flatMap(({ video, poster }) => [video, poster]);
  const samples = [...(await makeSampleFiles()).values()].flatMap(({ picture, input }) => [picture, input]);
  const sounds = [...(await makeSampleSounds()).values()];
  const shown = [...loops, ...samples, ...sounds].map(({ path }) => basename(path));
  expect(kept.sort()).toEqual([...new Set(shown)].sort());
});
