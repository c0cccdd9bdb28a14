import { listKinds } from '@atelier/catalog';
import { expect, it } from 'vitest';
import { menuMedia } from '../media-facts.build.ts';
import { kindTarget } from './kind-target.ts';
import { historyTypes, menuPages, menuSections, pageTarget } from './menu.ts';

const readPath = ({ to, params }: ReturnType<typeof kindTarget>) =>
  to.replace(/\{-\$type\}|\$type/, params.type);

it('kindTarget leads to a page of the medium, and of videos to that of the kind', () => {
  for (const { id, medium, menu } of menuMedia.flatMap(listKinds)) {
    const path = readPath(kindTarget(id, medium));
    if (menu.isPage && menu.path.endsWith(id)) expect(path).toBe(`/creator/${menu.path}`);
    else if (medium === 'video') expect(path).toBe(`/creator/video/${id}`);
    else if (!menu.path.endsWith(path)) expect(path).toMatch(/^\/creator\/(?:image|audio)\//);
  }
});

it('every kind with a line of its own in the menu leads to its own page', () => {
  for (const { menu } of menuMedia.flatMap(listKinds).filter(({ menu }) => menu.isPage))
    expect(readPath(pageTarget(menu.path))).toBe(`/creator/${menu.path}`);
});

it('the menu has one entry for each page of the catalog, also for kinds that share theirs', () => {
  const pages = menuMedia.flatMap(listKinds).flatMap(({ menu }) => (menu.isPage ? [menu.path] : []));
  expect(menuPages.map(({ path }) => path).toSorted()).toEqual([...new Set(pages)].toSorted());
});

it('the sections of the menu and the libraries are in its order', () => {
  expect([...menuSections].map(([section, pages]) => [section, pages.length])).toEqual([
    ['video', 7],
    ['image', 2],
    ['sounds', 6],
    ['tools', 6],
  ]);
  expect(historyTypes).toEqual(['video', 'image', 'image-understanding', 'audio']);
});
