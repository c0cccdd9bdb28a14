import type { LibraryType, Medium } from '@atelier/catalog';
import { getLibraryType, type getMenuGroup, menuMedia } from '../media-facts.build.ts';
import { kindMenu } from './kind-menu.build.ts';

/** The groups of pages whose path begins with the name of the group. */
export const pathGroups = ['video', 'image-to-video', 'image'] as const;
export type MenuGroup = (typeof getMenuGroup)[Medium] | 'image-to-video';
export type MenuSection = 'video' | 'image' | 'sounds' | 'tools';

/** The types of generations that have a history page, as in its path. */
export type HistoryType = LibraryType;
export const historyTypes: readonly HistoryType[] = menuMedia.map((medium) => getLibraryType[medium]);

/** A creation page. Kinds that share a path, such as the image models, share their page. */
export type MenuPage = {
  /** The end of its path: the id of its kind, or the mode of several kinds. Its messages are `kinds:kinds.<id>`. */
  id: string;
  kindId?: string;
  /** Path below /creator. */
  path: string;
  group: MenuGroup;
  section: MenuSection;
  isNew?: true;
  isPro?: true;
};

/** The end of a path below /creator. */
const findEnd = (path: string) => path.replace(/.*\//, '');

/** The pages with an entry, in the order of the menu. */
export const menuPages: readonly MenuPage[] = kindMenu.map((page) => {
  const { path, group = path.split('/')[0], section = group } = page;
  return { ...page, id: findEnd(path), group: group as MenuGroup, section: section as MenuSection };
});

/** The sections of the menu with their pages, in its order. */
export const menuSections: ReadonlyMap<MenuSection, readonly MenuPage[]> = Map.groupBy(
  menuPages,
  ({ section }) => section,
);

/** The routes of creation pages with several kinds, by the first segment of their path below /creator. */
const routes = {
  video: '/creator/video/{-$type}',
  'image-to-video': '/creator/image-to-video/{-$type}',
  image: '/creator/image/{-$type}',
  audio: '/creator/audio/$type',
} as const;
/** Pages of one kind have the name of their route. */
type SinglePage = 'image-understanding' | 'video-to-audio' | 'transcription';

/** The route and parameters of a menu page, for links and redirects. */
export function pageTarget(path: string) {
  const [area = '', type = ''] = path.split('/');
  const single = `/creator/${area as SinglePage}` as const;
  return { to: routes[area as keyof typeof routes] ?? single, params: { type } };
}
