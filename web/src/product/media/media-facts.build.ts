import { media as all, factOf, kindsOf, type Medium } from '@atelier/catalog';

// Columns of the catalog's table of media, taken by the build: pages load those that they ask, and not the table.

export const media = all;

/** Media in the order of the menu, which lists and tabs follow. */
export const menuMedia: readonly Medium[] = all.toSorted((a, b) => firstOrder(a) - firstOrder(b));

export const libraryTypeOf = factOf('libraryType');
export const menuGroupOf = factOf('menuGroup');
export const formPathOf = factOf('formPath');
export const formMessagesOf = factOf('formMessages');
export const firstKinds = factOf('firstKind');
export const hasPagePerMode = factOf('hasPagePerMode');
export const isMoving = factOf('isMoving');
export const isStill = factOf('isStill');
export const isHeard = factOf('isHeard');
export const isAnswer = factOf('isAnswer');
export const isSet = factOf('isSet');
export const isQuick = factOf('isQuick');

function firstOrder(medium: Medium): number {
  return kindsOf(medium)[0]?.menu.order ?? Number.POSITIVE_INFINITY;
}
