import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMediaProcess } from '@atelier/media';
import { afterAll, expect, it } from 'vitest';
import { renderVideo, type VideoOrder } from './render-video.ts';

const prompt = 'A paper boat drifts down a rainy street at dusk, neon light on the water';
const boat = {
  width: 854,
  height: 480,
  fps: 16,
  frameCount: 8,
  quality: 30,
  seed: 678_983_801,
  caption: { title: 'Wan 2.1', prompt, footer: 'seed 7' },
  photoPaths: [],
};
const folder = mkdtempSync(join(tmpdir(), 'atelier-render-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a video is the same however much else is drawn in the meantime', { timeout: 60_000 }, async () => {
  const hashes = new Set<string>();
  for (let round = 0; round < 6; round += 1) {
    const draw = async (place: number) => {
      const path = join(folder, `${place}.mp4`);
      await renderVideo(boat, path);
      hashes.add(createHash('md5').update(readFileSync(path)).digest('hex'));
    };
    await Promise.all([draw(0), draw(1), draw(2)]);
  }
  expect(hashes.size).toBe(1);
});

const orders: [what: string, order: VideoOrder][] = [
  ['in length, size and frame rate', boat],
  ['also when the last picture has fewer frames', { ...boat, fps: 24, frameCount: 29 }],
  ['also when a picture has no whole number of frames', { ...boat, fps: 25, frameCount: 30 }],
  ['also when it runs back', { ...boat, frameCount: 12, isLoop: true }],
];
const isLikeSmooth = async (_what: string, order: VideoOrder) => {
  const media = createMediaProcess();
  const [smooth, few] = [join(folder, 'smooth.mp4'), join(folder, 'few.mp4')];
  await renderVideo(order, smooth);
  await renderVideo({ ...order, picturesPerSecond: 2 }, few);
  const { bytes, ...facts } = await media.probe(smooth);
  const { bytes: fewBytes, ...fewFacts } = await media.probe(few);
  await media.close();
  expect(fewFacts).toEqual(facts);
  expect(fewBytes).toBeLessThan(bytes);
};
const title = 'a video of few pictures is like the smooth one, %s';
it.each(orders.slice(0, 1))(title, isLikeSmooth);
it.each(orders.slice(1))(title, { tags: 'each-rule' }, isLikeSmooth);
