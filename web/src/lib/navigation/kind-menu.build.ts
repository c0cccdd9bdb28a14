import { kinds } from '@atelier/catalog';

/** What the menu has to know of each kind, in the menu's order. Computed when the app is built. */
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
