import { expect, it } from 'vitest';
import { isEarlier } from './find-family.ts';
import { kinds } from './kinds.ts';
import { leavingKinds } from './leaving-kinds.ts';
import { newPageIds, recommendedIds } from './recommended.ts';

it('the recommended kinds exist, once each, and there are a few of them for every medium but text', () => {
  const ids = kinds.map(({ id }) => id);
  expect(recommendedIds.filter((id) => !ids.includes(id))).toEqual([]);
  expect(new Set(recommendedIds).size).toBe(recommendedIds.length);
  const media = new Set(kinds.filter(({ id }) => recommendedIds.includes(id)).map(({ medium }) => medium));
  expect([...media].sort()).toEqual(['audio', 'image', 'video']);
});

it('no recommended kind is an earlier model or about to leave', () => {
  expect(recommendedIds.filter((id) => isEarlier(id) || id in leavingKinds)).toEqual([]);
});

it('at most three pages of the menu are new, and each is a page', () => {
  const pages = kinds.filter(({ menu }) => menu.isPage).map(({ id }) => id);
  expect(newPageIds.filter((id) => !pages.includes(id))).toEqual([]);
  expect(new Set(newPageIds).size).toBe(newPageIds.length);
  expect(newPageIds.length).toBeLessThanOrEqual(3);
});
