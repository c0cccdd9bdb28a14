import { kindsOf } from '@atelier/catalog';
import { expect, it } from 'vitest';
import { kindTarget } from './kind-target.ts';
import { creatorMedia, menuGroups, menuPages } from './menu.ts';

it('leads to the page that the catalog names, for every kind with one', () => {
  for (const { id, menu } of creatorMedia.flatMap(kindsOf)) {
    const { to, params } = kindTarget(id);
    expect(to.replace('$type', params.type)).toBe(`/creator/${menu.path}`);
  }
});

it('leads to the first form for a kind that is no more', () => {
  expect(kindTarget('sora')).toEqual({ to: '/creator/video/$type', params: { type: 'text-to-video' } });
});

it('has one page in the menu for kinds that share it', () => {
  expect(menuPages('image').map(({ id }) => id)).toEqual(['text-to-image', 'image-to-image']);
  const paths = menuGroups.flatMap(menuPages).map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
});
