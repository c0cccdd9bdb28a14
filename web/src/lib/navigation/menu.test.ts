import { kindsOf } from '@atelier/catalog';
import { expect, it } from 'vitest';
import { creatorMedia, kindTarget, menuGroups, menuPages } from './menu.ts';

it('kindTarget leads to the page in the catalog for every kind that has one', () => {
  for (const { id, menu } of creatorMedia.flatMap(kindsOf)) {
    const { to, params } = kindTarget(id);
    expect(to.replace('$type', params.type)).toBe(`/creator/${menu.path}`);
  }
});

it('kindTarget leads to the first form for a kind that no longer exists', () => {
  expect(kindTarget('sora')).toEqual({ to: '/creator/video/$type', params: { type: 'text-to-video' } });
});

it('has one page in the menu for kinds that share it', () => {
  expect(menuPages('image').map(({ id }) => id)).toEqual(['text-to-image', 'image-to-image']);
  const paths = menuGroups.flatMap(menuPages).map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
});
