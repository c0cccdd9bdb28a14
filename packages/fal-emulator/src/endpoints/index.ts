import type { Endpoint } from './define-endpoint.ts';
import * as images from './images.ts';
import * as moondream from './moondream.ts';
import * as thinksound from './thinksound.ts';
import * as wan21 from './wan-2-1.ts';
import * as wan22 from './wan-2-2.ts';
import * as wanPro from './wan-pro.ts';
import * as wanVace from './wan-vace.ts';

/** Every export of these files is an endpoint. */
const all: readonly Endpoint[] = [wan21, wanVace, wan22, wanPro, images, thinksound, moondream].flatMap(
  (file) => Object.values<Endpoint>(file),
);

export const endpoints: ReadonlyMap<string, Endpoint> = new Map(
  all.map((endpoint) => [endpoint.id, endpoint]),
);

const apps: ReadonlySet<string> = new Set(all.map(({ id }) => appOf(id)));

/** `owner/app`: the part of an endpoint id that fal keeps in the paths of a queued request. */
export function appOf(endpointId: string): string {
  return endpointId.split('/').slice(0, 2).join('/');
}

export function isKnownApp(app: string): boolean {
  return apps.has(app);
}
