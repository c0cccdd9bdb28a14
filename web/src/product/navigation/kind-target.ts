import type { Medium } from '@atelier/catalog';
import { firstKinds, getMenuGroup } from '../media-facts.build.ts';
import { type MenuPage, menuPages, pageTarget } from './menu.ts';

/**
 * The page with the form of a kind. A kind of images that has no line of its own in the menu leads to the first page of
 * its medium; with the kind as `model` in its query, that leads on to the page of the kind.
 */
export function kindTarget(kindId: string, medium: Medium = 'video') {
  const own = menuPages.find((page) => findKindByBody(page) === kindId)?.path;
  const first = menuPages.find((page) => page.group === getMenuGroup[medium])?.path;
  return pageTarget(own ?? (firstKinds[medium] ? `${getMenuGroup[medium]}/${kindId}` : (first ?? '')));
}

/** The kind that a page of the menu begins with, when none of its other kinds has been chosen. */
export function findFirstKind(path: string): string | undefined {
  const page = menuPages.find((each) => each.path === path);
  return page && findKindByBody(page);
}

function findKindByBody({ kindId, id }: MenuPage): string {
  return kindId ?? id;
}
