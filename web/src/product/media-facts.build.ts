import { media as all, listKinds, type Medium, selectFact } from '@atelier/catalog';

// Columns of the catalog's table of media, taken by the build: pages load those that they ask, and not the table.

export const media = all;

/** Media in the order of the menu, which lists and tabs follow. */
export const menuMedia: readonly Medium[] = all.toSorted((a, b) => firstOrder(a) - firstOrder(b));

export const getLibraryType = selectFact('libraryType');
export const getMenuGroup = selectFact('menuGroup');
export const getFormPath = selectFact('formPath');
export const getFormMessages = selectFact('formMessages');
export const firstKinds = selectFact('firstKind');
export const hasPagePerMode = selectFact('hasPagePerMode');
export const isMoving = selectFact('isMoving');
export const isStill = selectFact('isStill');
export const isHeard = selectFact('isHeard');
export const isText = selectFact('isText');
export const isSet = selectFact('isSet');
export const isQuick = selectFact('isQuick');

function firstOrder(medium: Medium): number {
  return listKinds(medium)[0]?.menu.order ?? Number.POSITIVE_INFINITY;
}
