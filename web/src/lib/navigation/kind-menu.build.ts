import { kinds } from '@atelier/catalog';

/** What the menu needs of each kind, in the order of the menu. Evaluated at build time. */
export const kindMenu = kinds
  .map(({ id, menu }) => ({
    id,
    group: menu.group,
    path: menu.path,
    order: menu.order,
    isNew: menu.isNew,
    isPro: menu.isPro,
  }))
  .sort((a, b) => a.order - b.order);
