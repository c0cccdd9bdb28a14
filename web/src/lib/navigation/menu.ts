import { kindMenu } from './kind-menu.build.ts';

/** The groups of the menu whose pages lie below a path of the group's own name. */
export const pathGroups = ['video', 'image-to-video', 'image'] as const;
/** The groups of the menu that have creation pages, in its order. */
export const menuGroups = [...pathGroups, 'understanding', 'audio'] as const;
export type MenuGroup = (typeof menuGroups)[number];

/** The media that have creation pages. */
export const creatorMedia = ['video', 'image', 'text', 'audio'] as const;

/** The kinds of generations that have a history page. */
export const historyTypes = ['video', 'image', 'image-understanding', 'audio'] as const;
export type HistoryType = (typeof historyTypes)[number];

/** A page for making things. Kinds that share a path, such as the image models, share their page. */
export type MenuPage = {
  /** The end of its path: the id of its kind, or the mode of several kinds. `kinds:kinds.<id>` are its words. */
  id: string;
  /** Below /creator. */
  path: string;
  isNew: boolean;
  isPro: boolean;
};

export function menuPages(group: MenuGroup): MenuPage[] {
  return kindMenu
    .filter((kind, index) => kind.group === group && index === firstWithPath(kind.path))
    .map(({ path, isNew, isPro }) => ({ id: path.split('/').at(-1) ?? path, path, isNew, isPro }));
}

function firstWithPath(path: string): number {
  return kindMenu.findIndex((kind) => kind.path === path);
}
