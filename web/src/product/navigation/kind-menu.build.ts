import { kinds, newPageIds } from '@atelier/catalog';

type Page = {
  path: string;
  /** The first of its kinds, where that is not the end of the path. */
  kindId?: string;
  group: string;
  isNew?: true;
  isPro?: true;
};

const inMenuOrder = kinds.filter(({ menu }) => menu.isPage).sort((a, b) => a.menu.order - b.menu.order);

/** The pages of the menu, in its order. Evaluated at build time; every page of the app loads it, so what is false is left out. */
export const kindMenu: readonly Page[] = [
  ...Map.groupBy(inMenuOrder, ({ menu }) => menu.path).values(),
].flatMap(([first]): Page[] => {
  if (!first) return [];
  const { path, group, isPro } = first.menu;
  const isNew = newPageIds.includes(first.id);
  const own = path.split('/').at(-1) === first.id ? {} : { kindId: first.id };
  return [{ path, group, ...own, ...(isNew && { isNew }), ...(isPro && { isPro }) }];
});
