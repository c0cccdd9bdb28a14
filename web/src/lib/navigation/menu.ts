import { kindMenu } from './kind-menu.build.ts';

/** The groups of the menu that have creation pages, in its order. Their names begin the path of their pages. */
export const menuGroups = ['video', 'image-to-video'] as const;
export type MenuGroup = (typeof menuGroups)[number];

/** The media that have creation pages. */
export const creatorMedia = ['video'] as const;

/** The kinds of generations that have a history page. */
export const historyTypes = ['video'] as const;
export type HistoryType = (typeof historyTypes)[number];

export type MenuKind = { id: string; isNew: boolean; isPro: boolean };

export function menuKinds(group: MenuGroup): MenuKind[] {
  return kindMenu.filter((kind) => kind.group === group);
}
