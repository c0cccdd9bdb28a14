import type { PublicGeneration } from '@atelier/contract';
import { expect, it } from 'vitest';
import { listKnown, partSources, readSort, withRate } from './load-sources.ts';

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

it('a sound of an earlier cut has its loudness, and no size', () => {
  const peaks = [0.1, 1, 0.4];
  const sound = { ...output, url: '/media/a/rain.mp3', content_type: 'audio/mpeg', fps: null, peaks };
  const known = listKnown([{ ...work, outputs: [sound] } as unknown as PublicGeneration]);
  expect(known.get('/media/a/rain.mp3')).toMatchObject({ width: 0, height: 0, poster: null, peaks });
});

it('sources are parted into those that are cut together and the others, by the first or by the bench', () => {
  const video = { ...source, poster: null, name: '' };
  const sound = { ...video, url: '/s.mp3', width: 0, height: 0 };
  expect(partSources([sound, video])).toEqual({ isOfSounds: true, sources: [sound], others: [video] });
  expect(partSources([sound, video], false)).toMatchObject({ sources: [video], others: [sound] });
  expect(partSources([])).toEqual({ isOfSounds: false, sources: [], others: [] });
});

it('the type of a file says what it is, unless it may be both', () => {
  expect(['audio/mpeg', 'video/mp4', 'video/webm', 'video/ogg', ''].map(readSort)).toEqual([
    'sound',
    'video',
    'either',
    'either',
    'either',
  ]);
});

it('the first file of an earlier cut has the rate of the result where it is not known itself', () => {
  const upload = { ...source, fps: null, poster: null, name: '' };
  const other = { ...upload, url: '/media/a/pier.mp4' };
  expect(withRate([upload, other], upload.url, 25).map(({ fps }) => fps)).toEqual([25, null]);
  expect(withRate([{ ...upload, fps: 24 }], upload.url, 25)[0]?.fps).toBe(24);
  expect(withRate([upload], upload.url, null)).toEqual([upload]);
});
