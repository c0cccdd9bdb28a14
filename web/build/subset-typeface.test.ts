import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { subsetTypeface, typefacePath } from './subset-typeface.ts';

it('the typeface in the repository is the subset of the installed package, and small', async () => {
  const kept = await readFile(typefacePath);
  expect(kept.equals(await subsetTypeface())).toBe(true);
  expect(kept.length).toBeLessThan(30_000);
});
