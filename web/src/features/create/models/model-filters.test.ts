import { expect, it } from 'vitest';
import { type KindEntry, kindEntries } from '#product/kinds/kind-entries.build.ts';
import { type ModelFilter, meets, usefulFilters } from './model-filters.ts';

const videos = kindEntries.filter(({ medium }) => medium === 'video');
const listIds = (filter: ModelFilter, seconds = 30) =>
  videos.filter((entry) => meets(entry, filter, seconds)).map(({ id }) => id);

it('the filters find the kinds that animate a picture, those with sound, and those for several pictures', () => {
  expect(listIds('fromFile')).toEqual(
    expect.arrayContaining(['image-to-video', 'veo3-1-fast-image-to-video']),
  );
  expect(listIds('fromFile')).not.toContain('text-to-video');
  expect(listIds('fromText')).toContain('text-to-video');
  expect(listIds('sound')).toContain('veo3-1-fast');
  expect(listIds('sound')).not.toContain('text-to-video');
  expect(listIds('references')).toEqual(expect.arrayContaining(['vace', 'wan-v2-7-reference-to-video']));
});

it('the filters compare the price with the cheapest settings, and the time that a kind takes now', () => {
  const [entry] = videos as [KindEntry];
  expect(meets({ ...entry, lowestCredits: 300 }, 'cheap', 0)).toBe(true);
  expect(meets({ ...entry, lowestCredits: 301 }, 'cheap', 0)).toBe(false);
  expect([meets(entry, 'fast', 60), meets(entry, 'fast', 61)]).toEqual([true, false]);
});

it('the list offers only filters that tell its kinds apart', () => {
  expect(usefulFilters(videos, () => 30)).not.toContain('fast');
  expect(usefulFilters(videos, ({ id }) => (id === 'vace' ? 300 : 30))).toContain('fast');
  expect(usefulFilters(videos.slice(0, 1), () => 30)).toEqual([]);
});

it('every recommended kind is sold, so that their places have no gap', () => {
  const places = kindEntries.flatMap(({ recommendedAt }) => recommendedAt ?? []);
  expect(places.toSorted((a, b) => a - b)).toEqual(places.map((_, place) => place).toSorted((a, b) => a - b));
});
