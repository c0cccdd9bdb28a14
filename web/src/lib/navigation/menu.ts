import type { Medium } from '@atelier/catalog';
import { kindMenu } from './kind-menu.build.ts';

/** The menu groups whose pages have a path that begins with the name of the group. */
export const pathGroups = ['video', 'image-to-video', 'image'] as const;
/** The menu groups with creation pages, in the order of the menu. */
export const menuGroups = [...pathGroups, 'understanding', 'audio'] as const;
export type MenuGroup = (typeof menuGroups)[number];

/** The media that have creation pages. */
export const creatorMedia = ['video', 'image', 'text', 'audio'] as const;

/** The types of generations that have a history page, as in its path. */
export const historyTypes = ['video', 'image', 'image-understanding', 'audio'] as const;
export type HistoryType = (typeof historyTypes)[number];

const typeOfMedium: Readonly<Record<Medium, HistoryType>> = {
  video: 'video',
  image: 'image',
  text: 'image-understanding',
  audio: 'audio',
};

/** The history that lists the generations of a medium. */
export function historyTypeOf(medium: Medium): HistoryType {
  return typeOfMedium[medium];
}

/** A creation page. Kinds that share a path, such as the image models, share their page. */
export type MenuPage = {
  /** The end of its path: the id of its kind, or the mode of several kinds. Its messages are `kinds:kinds.<id>`. */
  id: string;
  kindId?: string;
  /** Below /creator. */
  path: string;
  isNew?: true;
  isPro?: true;
};

/** The end of a path below /creator. */
export const endOf = (path: string) => path.replace(/.*\//, '');

export function menuPages(group: MenuGroup): MenuPage[] {
  return kindMenu.filter((page) => page.group === group).map((page) => ({ ...page, id: endOf(page.path) }));
}

/** The routes of creation pages, by the first segment of their path below /creator. */
const routes = {
  video: '/creator/video/{-$type}',
  'image-to-video': '/creator/image-to-video/{-$type}',
  image: '/creator/image/{-$type}',
  audio: '/creator/audio/$type',
  'image-understanding': '/creator/image-understanding',
  'video-to-audio': '/creator/video-to-audio',
} as const;

/** The route and parameters of a menu page, for links and redirects. */
export function pageTarget(path: string) {
  const [area = '', type = ''] = path.split('/');
  const to = Object.hasOwn(routes, area) ? routes[area as keyof typeof routes] : routes.video;
  return { to, params: { type } };
}
