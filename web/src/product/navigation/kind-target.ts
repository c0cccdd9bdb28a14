import type { Medium } from '@atelier/catalog';
import { firstKinds, menuGroupOf } from '../media/media-facts.build.ts';
import { kindMenu } from './kind-menu.build.ts';
import { endOf, pageTarget } from './menu.ts';

/**
 * The page with the form of a kind. A kind of images that has no line of its own in the menu leads to the first page of
 * its medium; with the kind as `model` in its query, that leads on to the page of the kind.
 */
export function kindTarget(kindId: string, medium: Medium = 'video') {
  const own = kindMenu.find((page) => kindOf(page) === kindId)?.path;
  const first = kindMenu.find((page) => page.group === menuGroupOf[medium])?.path;
  return pageTarget(own ?? (firstKinds[medium] ? `${menuGroupOf[medium]}/${kindId}` : (first ?? '')));
}

/** The kind that a page of the menu begins with, when none of its other kinds has been chosen. */
export function firstKindOf(path: string): string | undefined {
  const page = kindMenu.find((each) => each.path === path);
  return page && kindOf(page);
}

function kindOf({ kindId, path }: (typeof kindMenu)[number]): string {
  return kindId ?? endOf(path);
}
