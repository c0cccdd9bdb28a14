import type { Endpoint } from './define-endpoint.ts';
import { fluxDev, fluxDevImageToImage, fluxSchnell } from './flux.ts';
import { janus } from './janus.ts';
import { moondreamQuery } from './moondream.ts';
import { stableDiffusion35 } from './stable-diffusion.ts';
import { thinksound, thinksoundAudio } from './thinksound.ts';
import { wan22A14b, wan22FiveB } from './wan-2-2.ts';
import { wanFlf2v, wanI2v } from './wan-i2v.ts';
import { wanProImageToVideo, wanProTextToVideo } from './wan-pro.ts';
import { wanT2v } from './wan-t2v.ts';
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

/** `owner/app`: all that fal keeps of an endpoint id in the paths of a running request (fal.md 1.2). */
export function appOf(endpointId: string): string {
  return endpointId.split('/').slice(0, 2).join('/');
}

export function isKnownApp(app: string): boolean {
  return apps.has(app);
}
