import * as bria from './bria.ts';
import * as chatterbox from './chatterbox.ts';
import type { Endpoint } from './define-endpoint.ts';
import * as elevenlabs from './elevenlabs.ts';
import * as elevenlabsSpeech from './elevenlabs-speech.ts';
import * as flashSpeech from './flash-speech.ts';
import * as flux2 from './flux-2.ts';
import * as flux3 from './flux-3.ts';
import * as gptImage from './gpt-image.ts';
import * as grokImage2 from './grok-image-2.ts';
import * as h3Max from './h3-max.ts';
import * as hailuo from './hailuo.ts';
import * as horseAndGrok from './horse-and-grok.ts';
import * as images from './images.ts';
import * as kling from './kling.ts';
import * as klingO3 from './kling-o3.ts';
import * as klingV25TurboProImageToVideo from './kling-v2-5-turbo-pro-image-to-video.ts';
import * as ltx from './ltx.ts';
import * as maiImage from './mai-image.ts';
import * as minimaxSpeech from './minimax-speech.ts';
import * as moondream from './moondream.ts';
import * as music from './music.ts';
import * as nanoBanana from './nano-banana.ts';
import * as omniFlash from './omni-flash.ts';
import * as pixverseV6 from './pixverse-v6.ts';
import * as recraft from './recraft.ts';
import * as scribe from './scribe.ts';
import * as seedSpeech from './seed-speech.ts';
import * as seedance from './seedance.ts';
import * as seedance2 from './seedance-2.ts';
import * as seedream from './seedream.ts';
import * as soundsOfVideos from './sounds-of-videos.ts';
import * as speakingPictures from './speaking-pictures.ts';
import * as textToImage from './text-to-image.ts';
import * as thinksound from './thinksound.ts';
import * as upscalers from './upscalers.ts';
import * as veo from './veo.ts';
import * as videoTools from './video-tools.ts';
import * as vidu from './vidu.ts';
import * as wan21 from './wan-2-1.ts';
import * as wan22 from './wan-2-2.ts';
import * as wan26 from './wan-2-6.ts';
import * as wan27 from './wan-2-7.ts';
import * as wan30 from './wan-3-0.ts';
import * as wanAnimate from './wan-animate.ts';
import * as wanPro from './wan-pro.ts';
import * as wanVace from './wan-vace.ts';

/** Every export of these files is an endpoint. */
const all: readonly Endpoint[] = [
  wan21,
  wanVace,
  wan22,
  wanPro,
  horseAndGrok,
  images,
  thinksound,
  moondream,
  bria,
  elevenlabs,
  flux2,
  hailuo,
  kling,
  klingO3,
  ltx,
  nanoBanana,
  seedance,
  seedream,
  textToImage,
  veo,
  wan26,
  wan27,
  upscalers,
  wanAnimate,
  klingV25TurboProImageToVideo,
  elevenlabsSpeech,
  minimaxSpeech,
  scribe,
  recraft,
  pixverseV6,
  h3Max,
  wan30,
  omniFlash,
  seedance2,
  gptImage,
  maiImage,
  videoTools,
  speakingPictures,
  vidu,
  flux3,
  chatterbox,
  seedSpeech,
  music,
  flashSpeech,
  soundsOfVideos,
  grokImage2,
].flatMap((file) => Object.values<Endpoint>(file));

export const endpoints: ReadonlyMap<string, Endpoint> = new Map(
  all.map((endpoint) => [endpoint.id, endpoint]),
);

const apps: ReadonlySet<string> = new Set(all.map(({ id }) => readApp(id)));

/** `owner/app`: the part of an endpoint id that fal keeps in the paths of a queued request. */
export function readApp(endpointId: string): string {
  return endpointId.split('/').slice(0, 2).join('/');
}

export function isKnownApp(app: string): boolean {
  return apps.has(app);
}
