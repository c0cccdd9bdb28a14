import { expect, it } from 'vitest';
import { kindEntries } from '#product/kinds/kind-entries.build.ts';
import { countWishes, type ModelFilter, meets } from './model-filters.ts';

const videos = kindEntries
  .filter(({ medium }) => medium === 'video')
  .map((entry) => ({ entry, credits: entry.lowestCredits, seconds: 30 }));
const listIds = (filter: ModelFilter) =>
  videos.filter((offer) => meets(offer, filter, 1_000)).map(({ entry }) => entry.id);
const [first = expect.unreachable('no kind')] = videos;

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

it('the filters compare the price of the settings with the balance, and the time that a kind takes now', () => {
  const at = (credits: number, seconds: number) => ({ ...first, credits, seconds });
  expect([meets(at(300, 0), 'balance', 300), meets(at(301, 0), 'balance', 300)]).toEqual([true, false]);
  expect(meets(at(1, 0), 'balance', undefined)).toBe(false);
  expect([meets(at(1, 60), 'fast', 0), meets(at(1, 61), 'fast', 0)]).toEqual([true, false]);
});

it('the list offers only filters in which its kinds differ, each with its number', () => {
  expect(countWishes(videos, undefined).has('fast')).toBe(false);
  const slower = videos.map((offer) => (offer === first ? { ...offer, seconds: 300 } : offer));
  expect(countWishes(slower, undefined).get('fast')).toBe(videos.length - 1);
  expect(countWishes([first], 1_000_000)).toEqual(new Map());
});

it('every recommended kind is sold, so that their places have no gap', () => {
  const places = kindEntries.flatMap(({ recommendedAt }) => recommendedAt ?? []);
  expect(places.toSorted((a, b) => a - b)).toEqual(places.map((_, place) => place).toSorted((a, b) => a - b));
});
