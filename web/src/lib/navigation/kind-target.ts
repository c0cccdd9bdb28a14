import { kindMenu } from './kind-menu.build.ts';

/** The routes of creation pages, by the beginning of their path below /creator. */
const routes = {
  video: '/creator/video/$type',
  'image-to-video': '/creator/image-to-video/$type',
  image: '/creator/image/$type',
  'image-understanding': '/creator/image-understanding',
  'video-to-audio': '/creator/video-to-audio',
} as const;

/** Where a page of the menu is, for links and redirects. */
export function pageTarget(path: string) {
  const [area = '', type = ''] = path.split('/');
  const to = Object.hasOwn(routes, area) ? routes[area as keyof typeof routes] : routes.video;
  return { to, params: { type } };
}

/** Where the form of a kind is. A kind that is no more leads to the first form. */
export function kindTarget(kindId: string) {
  return pageTarget(kindMenu.find(({ id }) => id === kindId)?.path ?? 'video/text-to-video');
}
