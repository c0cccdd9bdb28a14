import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { renderVideo } from './render-video.ts';

const folder = mkdtempSync(join(tmpdir(), 'atelier-render-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('draws the same video however much else is drawn in the meantime', { timeout: 60_000 }, async () => {
  const prompt = 'A paper boat drifts down a rainy street at dusk, neon light on the water';
  const hashes = new Set<string>();
  for (let round = 0; round < 6; round += 1) {
    const draw = async (place: number) => {
      const path = join(folder, `${place}.mp4`);
      const caption = { title: 'Wan 2.1', prompt, footer: 'seed 7' };
      await renderVideo(
        {
          width: 854,
          height: 480,
          fps: 16,
          frameCount: 8,
          quality: 30,
          seed: 678_983_801,
          caption,
          photoPaths: [],
        },
        path,
      );
      hashes.add(createHash('md5').update(readFileSync(path)).digest('hex'));
    };
    await Promise.all([draw(0), draw(1), draw(2)]);
  }
  expect(hashes.size).toBe(1);
});
