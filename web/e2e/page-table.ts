import { readFileSync } from 'node:fs';
import type { FullAccount } from './full-account.ts';

/** Who opens a page: pages that say something else to visitors are listed for them, too. */
type Reader = 'user' | 'visitor' | 'operator';
export type PageCase = { path: string; reader: Reader };

/** The routes of the app, from the generated tree: a route that is added has to be added to the table below. */
export function listRoutes(): string[] {
  const tree = readFileSync(new URL('../src/route-tree.gen.ts', import.meta.url), 'utf8');
  const [names = ''] = tree.split('export interface FileRoutesByTo {')[1]?.split('\n}') ?? [];
  return [...names.matchAll(/^ {2}'(.+)':/gm)].map(([, path = '']) => path);
}

const user = (...paths: string[]) => paths.map((path): PageCase => ({ path, reader: 'user' }));
const both = (...paths: string[]) => [
  ...user(...paths),
  ...paths.map((path): PageCase => ({ path, reader: 'visitor' })),
];
const operator = (...paths: string[]) => paths.map((path): PageCase => ({ path, reader: 'operator' }));

/** Addresses to open for each route. One that only redirects to another page has no case of its own. */
export const pageTable: Readonly<Record<string, (account: FullAccount) => PageCase[]>> = {
  '/': () => both('/'),
  '/account': () => both('/account'),
  '/approvals/$id': ({ approvalId }) => both(`/approvals/${approvalId}`),
  '/connect/{-$id}': () => both('/connect'),
  '/credits': () => both('/credits'),
  '/developers': () => both('/developers'),
  '/help/{-$page}': () => [
    ...both('/help'),
    ...user('/help/first-video', '/help/credits', '/help/no-such-page'),
  ],
  '/privacy': () => user('/privacy'),
  '/running': () => both('/running'),
  '/status': () => user('/status'),
  '/terms': () => user('/terms'),
  '/verify': () => user('/verify'),
  '/wan-vace': () => [],
  '/you': () => both('/you'),
  '/admin': ({ email }) => operator('/admin', `/admin?search=${email}`),
  '/admin/audit': () => operator('/admin/audit'),
  '/admin/margins': () => operator('/admin/margins'),
  '/admin/reports': () => operator('/admin/reports'),
  '/admin/results': () => operator('/admin/results'),
  '/admin/users/$id': ({ userId }) => operator(`/admin/users/${userId}`),
  '/creator/cut': ({ videoId }) => [
    ...both('/creator/cut'),
    ...user(`/creator/cut?works=${videoId},${videoId}`),
  ],
  '/creator/shots': () => [...both('/creator/shots'), ...user('/creator/shots?film=no-such-film')],
  '/creator/image-generation': () => [],
  '/creator/projects': () => both('/creator/projects'),
  '/creator/trash': () => both('/creator/trash'),
  '/creator/video-generation': () => [],
  '/creator/video-to-audio': () => user('/creator/video-to-audio'),
  '/creator/transcription': () => user('/creator/transcription'),
  '/erasure/$token': () => user('/erasure/no-such-token'),
  '/pricing': () => both('/pricing'),
  '/pricing/return': () => user('/pricing/return'),
  '/creator/audio/$type': () =>
    user('/creator/audio/music', '/creator/audio/sound-effects', '/creator/audio/text-to-speech'),
  '/creator/batches/{-$id}': ({ batchId }) => [
    ...both('/creator/batches'),
    ...user(`/creator/batches/${batchId}`),
  ],
  // Deeper addresses lead on to the page of their last segment.
  '/creator/video/$': () => [],
  '/creator/image/$': () => [],
  '/creator/image-to-video/$': () => [],
  '/creator/history/$': () => user('/creator/history/no/such-type'),
  '/creator/history/$type': () => user('/creator/history/no-such-type'),
  '/creator/history/audio': () => user('/creator/history/audio'),
  '/creator/history/image': () => user('/creator/history/image', '/creator/history/image?viewMode=list'),
  '/creator/history/image-understanding': () => user('/creator/history/image-understanding'),
  '/creator/history/video': () => both('/creator/history/video'),
  '/creator/history': ({ videoId, imageId, soundId, answerId }) => [
    ...both('/creator/history'),
    ...user('/creator/history?viewMode=list'),
    ...user(...[videoId, imageId, soundId, answerId].map((id) => `/creator/history?view=${id}`)),
  ],
  '/creator/image-to-video/{-$type}': () =>
    user('/creator/image-to-video/image-to-video', '/creator/image-to-video/image-to-video-pro'),
  '/creator/image-understanding': () => user('/creator/image-understanding'),
  '/creator/image-understanding/history': () => [],
  '/creator/image/{-$type}': () =>
    user(
      ...['text-to-image', 'image-to-image', 'edit', 'upscale', 'remove-background'].map(
        (type) => `/creator/image/${type}`,
      ),
    ),
  '/creator/video/{-$type}': () => [
    ...both('/creator/video/text-to-video'),
    ...user(
      ...[
        'text-to-video-pro',
        'wan-v2-2-5b',
        'wan-v2-2-a14b',
        'first-to-last-frame',
        'vace',
        'topaz-upscale-video',
        'wan-v2-2-animate-replace',
        'veo3-1',
        'kling-v2-6-pro-image-to-video',
        'no-such-type',
      ].map((type) => `/creator/video/${type}`),
    ),
  ],
};

/** Pages outside of the route tree. */
export const otherPages = ({ shared }: FullAccount): PageCase[] => [
  ...user('/no-such-page'),
  { path: shared, reader: 'visitor' },
  // Addresses that fill a form in.
  ...user(
    '/creator/image/text-to-image?model=recraft-v3',
    '/creator/video/text-to-video?model=veo3-1&prompt=A%20heron&aspect_ratio=9:16',
  ),
];
