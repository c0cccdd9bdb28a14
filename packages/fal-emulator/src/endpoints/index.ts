import type { Endpoint } from './define-endpoint.ts';
import { fluxDev, fluxDevImageToImage, fluxSchnell, janus, stableDiffusion35 } from './images.ts';
import { moondreamQuery } from './moondream.ts';
import { thinksound, thinksoundAudio } from './thinksound.ts';
import { wanFlf2v, wanI2v, wanT2v } from './wan-2-1.ts';
import { wan22A14b, wan22FiveB } from './wan-2-2.ts';
import { wanProImageToVideo, wanProTextToVideo } from './wan-pro.ts';
import { wanVace } from './wan-vace.ts';

const all: readonly Endpoint[] = [
  wanT2v,
  wanI2v,
  wanFlf2v,
  wanVace,
  wan22FiveB,
  wan22A14b,
  wanProTextToVideo,
  wanProImageToVideo,
  fluxDev,
  fluxDevImageToImage,
  fluxSchnell,
  janus,
  stableDiffusion35,
  thinksoundAudio,
  thinksound,
  moondreamQuery,
];

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
