import { kinds } from '@atelier/catalog';

/** What the menu needs of each kind, in the order of the menu. Evaluated at build time. */
export const kindMenu = [...kinds]
  .sort((a, b) => a.menu.order - b.menu.order)
  .map(({ id, menu: { group, path, isNew, isPro } }) => ({ id, group, path, isNew, isPro }));
