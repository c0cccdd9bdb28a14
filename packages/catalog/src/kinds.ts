import type { Kind, Medium } from './define-kind.ts';
import { videoToAudio } from './kinds/audio/video-to-audio.ts';
import { fluxDev } from './kinds/image/flux-dev.ts';
import { fluxDevImageToImage } from './kinds/image/flux-dev-image-to-image.ts';
import { fluxSchnell } from './kinds/image/flux-schnell.ts';
import { janusPro } from './kinds/image/janus-pro.ts';
import { sd35 } from './kinds/image/sd35.ts';
import { imageUnderstanding } from './kinds/text/image-understanding.ts';
import { firstToLastFrame } from './kinds/video/first-to-last-frame.ts';
import { imageToVideo } from './kinds/video/image-to-video.ts';
import { imageToVideoPro } from './kinds/video/image-to-video-pro.ts';
import { textToVideo } from './kinds/video/text-to-video.ts';
import { textToVideoPro } from './kinds/video/text-to-video-pro.ts';
import { vace } from './kinds/video/vace.ts';
import { wan225b } from './kinds/video/wan-v2-2-5b.ts';
import { wan22a14b } from './kinds/video/wan-v2-2-a14b.ts';

/** Everything a person can make. A new kind is its own file and one line here (docs/add-a-kind.md). */
export const kinds: readonly Kind[] = [
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
];

const byId = new Map(kinds.map((kind) => [kind.id, kind]));

export function findKind(id: string): Kind | undefined {
  return byId.get(id);
}

/** For ids that come from our own rows. Throws when a stored kind is no longer in the catalog. */
export function getKind(id: string): Kind {
  const kind = byId.get(id);
  if (!kind) throw new Error(`The catalog has no kind "${id}"`);
  return kind;
}

export function kindsOf(medium: Medium): Kind[] {
  return kinds.filter((kind) => kind.medium === medium).sort((a, b) => a.menu.order - b.menu.order);
}
