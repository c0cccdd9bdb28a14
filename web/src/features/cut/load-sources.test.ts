import type { PublicGeneration } from '@atelier/contract';
import { expect, it } from 'vitest';
import { listKnown, withRate } from './load-sources.ts';

const output = {
  url: 'https://atelier.test/media/a/boat.mp4',
  width: 1280,
  height: 720,
  fps: 24,
  duration_seconds: 5,
  poster_url: '/a.webp',
  content_type: 'video/mp4',
  is_flagged: false,
};
const work = { prompt: 'A boat', model: 'wan', outputs: [output] } as unknown as PublicGeneration;
const source = {
  url: 'https://atelier.test/media/a/boat.mp4',
  width: 1280,
  height: 720,
  fps: 24,
  seconds: 5,
};

const path = '/media/a/boat.mp4';
it('a file of an earlier cut is known by its work: rate, name and poster', () => {
  expect(listKnown([work]).get(path)).toEqual({ ...source, name: 'A boat', poster: '/a.webp' });
});

it('the first file of an earlier cut has the rate of the result where it is not known itself', () => {
  const upload = { ...source, fps: null, poster: null, name: '' };
  const other = { ...upload, url: '/media/a/pier.mp4' };
  expect(withRate([upload, other], upload.url, 25).map(({ fps }) => fps)).toEqual([25, null]);
  expect(withRate([{ ...upload, fps: 24 }], upload.url, 25)[0]?.fps).toBe(24);
  expect(withRate([upload], upload.url, null)).toEqual([upload]);
});
