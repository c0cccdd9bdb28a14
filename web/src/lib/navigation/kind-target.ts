import type { Medium } from '@atelier/catalog';
import { kindMenu } from './kind-menu.build.ts';
import { endOf, type MenuGroup, pageTarget } from './menu.ts';

const groupOf: Readonly<Record<Medium, MenuGroup>> = {
  video: 'video',
  image: 'image',
  text: 'understanding',
  audio: 'audio',
};

/**
 * The page with the form of a kind. A kind of images that has no line of its own in the menu leads to the first page of
 * its medium; with the kind as `model` in its query, that leads on to the page of the kind.
 */
export function kindTarget(kindId: string, medium: Medium = 'video') {
  const own = kindMenu.find((page) => kindOf(page) === kindId)?.path;
  const first = kindMenu.find((page) => page.group === groupOf[medium])?.path;
  return pageTarget(own ?? (medium === 'video' ? `video/${kindId}` : (first ?? '')));
}

/** The kind that a page of the menu begins with, when none of its other kinds has been chosen. */
export function firstKindOf(path: string): string | undefined {
  const page = kindMenu.find((each) => each.path === path);
  return page && kindOf(page);
}

function kindOf({ kindId, path }: (typeof kindMenu)[number]): string {
  return kindId ?? endOf(path);
}
