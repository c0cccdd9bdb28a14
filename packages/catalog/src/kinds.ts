import type { Kind } from './define-kind.ts';
import { imageKindFiles } from './image-kinds.ts';
import * as videoToAudio from './kinds/audio/video-to-audio.ts';
import * as imageUnderstanding from './kinds/text/image-understanding.ts';
import * as briaRemoveBackgroundVideo from './kinds/video/bria-remove-background-video.ts';
import * as firstToLastFrame from './kinds/video/first-to-last-frame.ts';
import * as flux3ExtendVideo from './kinds/video/flux-3-extend-video.ts';
import * as flux3FirstLastFrameToVideo from './kinds/video/flux-3-first-last-frame-to-video.ts';
import * as flux3ImageToVideo from './kinds/video/flux-3-image-to-video.ts';
import * as flux3TextToVideo from './kinds/video/flux-3-text-to-video.ts';
import * as grokEditVideo from './kinds/video/grok-edit-video.ts';
import * as grokExtendVideo from './kinds/video/grok-extend-video.ts';
import * as grokImagine15ImageToVideo from './kinds/video/grok-imagine-1-5-image-to-video.ts';
import * as grokImagine15ReferenceToVideo from './kinds/video/grok-imagine-1-5-reference-to-video.ts';
import * as h3EditVideo from './kinds/video/h3-edit-video.ts';
import * as h3ImageToVideo from './kinds/video/h3-image-to-video.ts';
import * as h3MaxImageToVideo from './kinds/video/h3-max-image-to-video.ts';
import * as h3MaxTextToVideo from './kinds/video/h3-max-text-to-video.ts';
import * as h3MaxTurboImageToVideo from './kinds/video/h3-max-turbo-image-to-video.ts';
import * as h3MaxTurboTextToVideo from './kinds/video/h3-max-turbo-text-to-video.ts';
import * as h3ReferenceToVideo from './kinds/video/h3-reference-to-video.ts';
import * as h3TextToVideo from './kinds/video/h3-text-to-video.ts';
import * as hailuo23ProImageToVideo from './kinds/video/hailuo-2-3-pro-image-to-video.ts';
import * as hailuo23ProTextToVideo from './kinds/video/hailuo-2-3-pro-text-to-video.ts';
import * as hailuo23StandardImageToVideo from './kinds/video/hailuo-2-3-standard-image-to-video.ts';
import * as hailuo23StandardTextToVideo from './kinds/video/hailuo-2-3-standard-text-to-video.ts';
import * as happyHorse11ImageToVideo from './kinds/video/happy-horse-1-1-image-to-video.ts';
import * as happyHorse11ReferenceToVideo from './kinds/video/happy-horse-1-1-reference-to-video.ts';
import * as happyHorse11TextToVideo from './kinds/video/happy-horse-1-1-text-to-video.ts';
import * as happyHorseEditVideo from './kinds/video/happy-horse-edit-video.ts';
import * as imageToVideo from './kinds/video/image-to-video.ts';
import * as imageToVideoPro from './kinds/video/image-to-video-pro.ts';
import * as klingO3ProEditVideo from './kinds/video/kling-o3-pro-edit-video.ts';
import * as klingO3ProReferenceToVideo from './kinds/video/kling-o3-pro-reference-to-video.ts';
import * as klingV25TurboProImageToVideo from './kinds/video/kling-v2-5-turbo-pro-image-to-video.ts';
import * as klingV26ProImageToVideo from './kinds/video/kling-v2-6-pro-image-to-video.ts';
import * as klingV3ProImageToVideo from './kinds/video/kling-v3-pro-image-to-video.ts';
import * as klingV3ProTextToVideo from './kinds/video/kling-v3-pro-text-to-video.ts';
import * as klingV3StandardTextToVideo from './kinds/video/kling-v3-standard-text-to-video.ts';
import * as klingV3TurboStandardImageToVideo from './kinds/video/kling-v3-turbo-standard-image-to-video.ts';
import * as ltx23ExtendVideo from './kinds/video/ltx-2-3-extend-video.ts';
import * as ltx23Fast from './kinds/video/ltx-2-3-fast.ts';
import * as ltx23FastImageToVideo from './kinds/video/ltx-2-3-fast-image-to-video.ts';
import * as ltx25FastTextToVideo from './kinds/video/ltx-2-5-fast-text-to-video.ts';
import * as omniFlash11ImageToVideo from './kinds/video/omni-flash-1-1-image-to-video.ts';
import * as omniFlash11ReferenceToVideo from './kinds/video/omni-flash-1-1-reference-to-video.ts';
import * as omniFlash11TextToVideo from './kinds/video/omni-flash-1-1-text-to-video.ts';
import * as pixelcutRemoveBackgroundVideo from './kinds/video/pixelcut-remove-background-video.ts';
import * as pixverseV6Extend from './kinds/video/pixverse-v6-extend.ts';
import * as pixverseV6ImageToVideo from './kinds/video/pixverse-v6-image-to-video.ts';
import * as pixverseV6TextToVideo from './kinds/video/pixverse-v6-text-to-video.ts';
import * as pixverseV6Transition from './kinds/video/pixverse-v6-transition.ts';
import * as seedance20EditVideo from './kinds/video/seedance-2-0-edit-video.ts';
import * as seedance20FastImageToVideo from './kinds/video/seedance-2-0-fast-image-to-video.ts';
import * as seedance20MiniImageToVideo from './kinds/video/seedance-2-0-mini-image-to-video.ts';
import * as seedance20MiniReferenceToVideo from './kinds/video/seedance-2-0-mini-reference-to-video.ts';
import * as seedance20MiniTextToVideo from './kinds/video/seedance-2-0-mini-text-to-video.ts';
import * as seedance25EditVideo from './kinds/video/seedance-2-5-edit-video.ts';
import * as seedance25ImageToVideo from './kinds/video/seedance-2-5-image-to-video.ts';
import * as seedance25ReferenceToVideo from './kinds/video/seedance-2-5-reference-to-video.ts';
import * as seedance25TextToVideo from './kinds/video/seedance-2-5-text-to-video.ts';
import * as seedanceV15ProImageToVideo from './kinds/video/seedance-v1-5-pro-image-to-video.ts';
import * as seedanceV15ProTextToVideo from './kinds/video/seedance-v1-5-pro-text-to-video.ts';
import * as seedvrUpscaleVideo from './kinds/video/seedvr-upscale-video.ts';
import * as textToVideo from './kinds/video/text-to-video.ts';
import * as textToVideoPro from './kinds/video/text-to-video-pro.ts';
import * as topazUpscaleVideo from './kinds/video/topaz-upscale-video.ts';
import * as vace from './kinds/video/vace.ts';
import * as veedRemoveBackgroundVideo from './kinds/video/veed-remove-background-video.ts';
import * as veo31 from './kinds/video/veo3-1.ts';
import * as veo31Fast from './kinds/video/veo3-1-fast.ts';
import * as veo31FastImageToVideo from './kinds/video/veo3-1-fast-image-to-video.ts';
import * as veo31Lite from './kinds/video/veo3-1-lite.ts';
import * as viduQ3ImageToVideo from './kinds/video/vidu-q3-image-to-video.ts';
import * as viduQ3TextToVideo from './kinds/video/vidu-q3-text-to-video.ts';
import * as wan30EditVideo from './kinds/video/wan-3-0-edit-video.ts';
import * as wan30ImageToVideo from './kinds/video/wan-3-0-image-to-video.ts';
import * as wan30ReferenceToVideo from './kinds/video/wan-3-0-reference-to-video.ts';
import * as wan30TextToVideo from './kinds/video/wan-3-0-text-to-video.ts';
import * as wan225b from './kinds/video/wan-v2-2-5b.ts';
import * as wan22a14b from './kinds/video/wan-v2-2-a14b.ts';
import * as wanV22AnimateMove from './kinds/video/wan-v2-2-animate-move.ts';
import * as wanV22AnimateReplace from './kinds/video/wan-v2-2-animate-replace.ts';
import * as wanV26ImageToVideo from './kinds/video/wan-v2-6-image-to-video.ts';
import * as wanV26TextToVideo from './kinds/video/wan-v2-6-text-to-video.ts';
import * as wanV27ImageToVideo from './kinds/video/wan-v2-7-image-to-video.ts';
import * as wanV27ReferenceToVideo from './kinds/video/wan-v2-7-reference-to-video.ts';
import * as wanV27TextToVideo from './kinds/video/wan-v2-7-text-to-video.ts';
import type { Medium } from './media.ts';
import { soundKindFiles } from './sound-kinds.ts';

/**
 * Everything that a user can make. A new kind is its own file and a line here, or in `image-kinds.ts` and
 * `sound-kinds.ts` (docs/add-a-kind.md). For servers, tests and the build: the browser loads the file of one kind at a
 * time.
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
  ...imageKindFiles,
  ...soundKindFiles,
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
  topazUpscaleVideo,
  wanV22AnimateMove,
  wanV22AnimateReplace,
  klingV26ProImageToVideo,
  klingV25TurboProImageToVideo,
  pixverseV6TextToVideo,
  h3MaxTurboTextToVideo,
  h3MaxTurboImageToVideo,
  h3MaxTextToVideo,
  h3MaxImageToVideo,
  h3TextToVideo,
  h3ImageToVideo,
  wan30TextToVideo,
  wan30ImageToVideo,
  omniFlash11TextToVideo,
  omniFlash11ImageToVideo,
  seedance20MiniTextToVideo,
  seedance20MiniImageToVideo,
  seedance20FastImageToVideo,
  seedance25TextToVideo,
  seedance25ImageToVideo,
  klingV3TurboStandardImageToVideo,
  ltx25FastTextToVideo,
  seedance20MiniReferenceToVideo,
  seedance25ReferenceToVideo,
  wan30ReferenceToVideo,
  omniFlash11ReferenceToVideo,
  happyHorse11TextToVideo,
  happyHorse11ImageToVideo,
  grokImagine15ImageToVideo,
  happyHorse11ReferenceToVideo,
  grokImagine15ReferenceToVideo,
  klingO3ProReferenceToVideo,
  grokEditVideo,
  grokExtendVideo,
  veedRemoveBackgroundVideo,
  viduQ3TextToVideo,
  viduQ3ImageToVideo,
  pixverseV6ImageToVideo,
  flux3TextToVideo,
  flux3ImageToVideo,
  flux3FirstLastFrameToVideo,
  flux3ExtendVideo,
  pixverseV6Transition,
  pixverseV6Extend,
  happyHorseEditVideo,
  seedance20EditVideo,
  h3ReferenceToVideo,
  seedvrUpscaleVideo,
  pixelcutRemoveBackgroundVideo,
  briaRemoveBackgroundVideo,
  ltx23ExtendVideo,
  klingO3ProEditVideo,
  seedance25EditVideo,
  h3EditVideo,
  wan30EditVideo,
] as const;

export const kinds: readonly Kind[] = kindFiles.map(({ kind }): Kind => kind);

const byId = new Map(kinds.map((kind) => [kind.id, kind]));

export function findKind(id: string): Kind | undefined {
  return byId.get(id);
}

/** The kind of this id, if it makes this medium. */
export function findKindOfMedium(medium: Medium, id: unknown): Kind | undefined {
  const kind = typeof id === 'string' ? byId.get(id) : undefined;
  return kind?.medium === medium ? kind : undefined;
}

/** Returns the kind of an id from the database. Throws when a stored kind is no longer in the catalog. */
export function getKind(id: string): Kind {
  const kind = byId.get(id);
  if (!kind) throw new Error(`The catalog has no kind "${id}"`);
  return kind;
}

export function listKinds(medium: Medium): Kind[] {
  return kinds.filter((kind) => kind.medium === medium).sort((a, b) => a.menu.order - b.menu.order);
}
