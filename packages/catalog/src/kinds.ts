import type { Kind, Medium } from './define-kind.ts';
import { music, musicServer } from './kinds/audio/music.ts';
import { soundEffects, soundEffectsServer } from './kinds/audio/sound-effects.ts';
import { videoToAudio, videoToAudioServer } from './kinds/audio/video-to-audio.ts';
import { briaRemoveBackground, briaRemoveBackgroundServer } from './kinds/image/bria-remove-background.ts';
import { flux2, flux2Server } from './kinds/image/flux-2.ts';
import { flux2Pro, flux2ProServer } from './kinds/image/flux-2-pro.ts';
import { fluxDev, fluxDevServer } from './kinds/image/flux-dev.ts';
import { fluxDevImageToImage, fluxDevImageToImageServer } from './kinds/image/flux-dev-image-to-image.ts';
import { fluxSchnell, fluxSchnellServer } from './kinds/image/flux-schnell.ts';
import { janusPro, janusProServer } from './kinds/image/janus-pro.ts';
import { nanoBanana2, nanoBanana2Server } from './kinds/image/nano-banana-2.ts';
import { nanoBanana2Edit, nanoBanana2EditServer } from './kinds/image/nano-banana-2-edit.ts';
import { nanoBananaPro, nanoBananaProServer } from './kinds/image/nano-banana-pro.ts';
import { nanoBananaProEdit, nanoBananaProEditServer } from './kinds/image/nano-banana-pro-edit.ts';
import { qwenImage2, qwenImage2Server } from './kinds/image/qwen-image-2.ts';
import { sd35, sd35Server } from './kinds/image/sd35.ts';
import { seedreamV45, seedreamV45Server } from './kinds/image/seedream-v4-5.ts';
import { seedreamV45Edit, seedreamV45EditServer } from './kinds/image/seedream-v4-5-edit.ts';
import { topazUpscaleImage, topazUpscaleImageServer } from './kinds/image/topaz-upscale-image.ts';
import { wanV27Image, wanV27ImageServer } from './kinds/image/wan-v2-7-image.ts';
import { zImageTurbo, zImageTurboServer } from './kinds/image/z-image-turbo.ts';
import { imageUnderstanding, imageUnderstandingServer } from './kinds/text/image-understanding.ts';
import { firstToLastFrame, firstToLastFrameServer } from './kinds/video/first-to-last-frame.ts';
import {
  hailuo23ProImageToVideo,
  hailuo23ProImageToVideoServer,
} from './kinds/video/hailuo-2-3-pro-image-to-video.ts';
import {
  hailuo23ProTextToVideo,
  hailuo23ProTextToVideoServer,
} from './kinds/video/hailuo-2-3-pro-text-to-video.ts';
import {
  hailuo23StandardImageToVideo,
  hailuo23StandardImageToVideoServer,
} from './kinds/video/hailuo-2-3-standard-image-to-video.ts';
import {
  hailuo23StandardTextToVideo,
  hailuo23StandardTextToVideoServer,
} from './kinds/video/hailuo-2-3-standard-text-to-video.ts';
import { imageToVideo, imageToVideoServer } from './kinds/video/image-to-video.ts';
import { imageToVideoPro, imageToVideoProServer } from './kinds/video/image-to-video-pro.ts';
import {
  klingV3ProImageToVideo,
  klingV3ProImageToVideoServer,
} from './kinds/video/kling-v3-pro-image-to-video.ts';
import {
  klingV3ProTextToVideo,
  klingV3ProTextToVideoServer,
} from './kinds/video/kling-v3-pro-text-to-video.ts';
import {
  klingV3StandardTextToVideo,
  klingV3StandardTextToVideoServer,
} from './kinds/video/kling-v3-standard-text-to-video.ts';
import { ltx23Fast, ltx23FastServer } from './kinds/video/ltx-2-3-fast.ts';
import {
  ltx23FastImageToVideo,
  ltx23FastImageToVideoServer,
} from './kinds/video/ltx-2-3-fast-image-to-video.ts';
import {
  seedanceV15ProImageToVideo,
  seedanceV15ProImageToVideoServer,
} from './kinds/video/seedance-v1-5-pro-image-to-video.ts';
import {
  seedanceV15ProTextToVideo,
  seedanceV15ProTextToVideoServer,
} from './kinds/video/seedance-v1-5-pro-text-to-video.ts';
import { textToVideo, textToVideoServer } from './kinds/video/text-to-video.ts';
import { textToVideoPro, textToVideoProServer } from './kinds/video/text-to-video-pro.ts';
import { topazUpscaleVideo, topazUpscaleVideoServer } from './kinds/video/topaz-upscale-video.ts';
import { vace, vaceServer } from './kinds/video/vace.ts';
import { veo31, veo31Server } from './kinds/video/veo3-1.ts';
import { veo31Fast, veo31FastServer } from './kinds/video/veo3-1-fast.ts';
import {
  veo31FastImageToVideo,
  veo31FastImageToVideoServer,
} from './kinds/video/veo3-1-fast-image-to-video.ts';
import { veo31Lite, veo31LiteServer } from './kinds/video/veo3-1-lite.ts';
import { wan225b, wan225bServer } from './kinds/video/wan-v2-2-5b.ts';
import { wan22a14b, wan22a14bServer } from './kinds/video/wan-v2-2-a14b.ts';
import { wanV22AnimateMove, wanV22AnimateMoveServer } from './kinds/video/wan-v2-2-animate-move.ts';
import { wanV22AnimateReplace, wanV22AnimateReplaceServer } from './kinds/video/wan-v2-2-animate-replace.ts';
import { wanV26ImageToVideo, wanV26ImageToVideoServer } from './kinds/video/wan-v2-6-image-to-video.ts';
import { wanV26TextToVideo, wanV26TextToVideoServer } from './kinds/video/wan-v2-6-text-to-video.ts';
import { wanV27ImageToVideo, wanV27ImageToVideoServer } from './kinds/video/wan-v2-7-image-to-video.ts';
import {
  wanV27ReferenceToVideo,
  wanV27ReferenceToVideoServer,
} from './kinds/video/wan-v2-7-reference-to-video.ts';
import { wanV27TextToVideo, wanV27TextToVideoServer } from './kinds/video/wan-v2-7-text-to-video.ts';

/**
 * Everything that a user can make. A new kind is its own file and a line here (docs/add-a-kind.md). For servers, tests and
 * the build: the browser loads the file of one kind at a time.
 */
export const kindFiles = [
  textToVideo,
  textToVideoPro,
  wan225b,
  wan22a14b,
  firstToLastFrame,
  vace,
  imageToVideo,
  imageToVideoPro,
  fluxSchnell,
  fluxDev,
  janusPro,
  sd35,
  fluxDevImageToImage,
  imageUnderstanding,
  videoToAudio,
  wanV26TextToVideo,
  wanV26ImageToVideo,
  wanV27TextToVideo,
  wanV27ImageToVideo,
  wanV27ReferenceToVideo,
  klingV3StandardTextToVideo,
  klingV3ProTextToVideo,
  klingV3ProImageToVideo,
  veo31Lite,
  veo31Fast,
  veo31,
  veo31FastImageToVideo,
  seedanceV15ProTextToVideo,
  seedanceV15ProImageToVideo,
  hailuo23StandardTextToVideo,
  hailuo23ProTextToVideo,
  hailuo23StandardImageToVideo,
  hailuo23ProImageToVideo,
  ltx23Fast,
  ltx23FastImageToVideo,
  nanoBanana2,
  nanoBanana2Edit,
  nanoBananaPro,
  nanoBananaProEdit,
  flux2,
  flux2Pro,
  seedreamV45,
  seedreamV45Edit,
  zImageTurbo,
  qwenImage2,
  wanV27Image,
  briaRemoveBackground,
  soundEffects,
  music,
  topazUpscaleImage,
  topazUpscaleVideo,
  wanV22AnimateMove,
  wanV22AnimateReplace,
];

/** What only servers load of each kind; apart from `kinds`, so that the browser's bundle can leave it out. */
export const serverHalves = [
  textToVideoServer,
  textToVideoProServer,
  wan225bServer,
  wan22a14bServer,
  firstToLastFrameServer,
  vaceServer,
  imageToVideoServer,
  imageToVideoProServer,
  fluxSchnellServer,
  fluxDevServer,
  janusProServer,
  sd35Server,
  fluxDevImageToImageServer,
  imageUnderstandingServer,
  videoToAudioServer,
  wanV26TextToVideoServer,
  wanV26ImageToVideoServer,
  wanV27TextToVideoServer,
  wanV27ImageToVideoServer,
  wanV27ReferenceToVideoServer,
  klingV3StandardTextToVideoServer,
  klingV3ProTextToVideoServer,
  klingV3ProImageToVideoServer,
  veo31LiteServer,
  veo31FastServer,
  veo31Server,
  veo31FastImageToVideoServer,
  seedanceV15ProTextToVideoServer,
  seedanceV15ProImageToVideoServer,
  hailuo23StandardTextToVideoServer,
  hailuo23ProTextToVideoServer,
  hailuo23StandardImageToVideoServer,
  hailuo23ProImageToVideoServer,
  ltx23FastServer,
  ltx23FastImageToVideoServer,
  nanoBanana2Server,
  nanoBanana2EditServer,
  nanoBananaProServer,
  nanoBananaProEditServer,
  flux2Server,
  flux2ProServer,
  seedreamV45Server,
  seedreamV45EditServer,
  zImageTurboServer,
  qwenImage2Server,
  wanV27ImageServer,
  briaRemoveBackgroundServer,
  soundEffectsServer,
  musicServer,
  topazUpscaleImageServer,
  topazUpscaleVideoServer,
  wanV22AnimateMoveServer,
  wanV22AnimateReplaceServer,
] as const;

export const kinds: readonly Kind[] = kindFiles.map(({ kind }): Kind => kind);

const byId = new Map(kinds.map((kind) => [kind.id, kind]));

export function findKind(id: string): Kind | undefined {
  return byId.get(id);
}

/** For ids from the database. Throws when a stored kind is no longer in the catalog. */
export function getKind(id: string): Kind {
  const kind = byId.get(id);
  if (!kind) throw new Error(`The catalog has no kind "${id}"`);
  return kind;
}

export function kindsOf(medium: Medium): Kind[] {
  return kinds.filter((kind) => kind.medium === medium).sort((a, b) => a.menu.order - b.menu.order);
}
