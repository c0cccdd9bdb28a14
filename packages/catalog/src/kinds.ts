import type { Kind, Medium } from './define-kind.ts';
import * as videoToAudio from './kinds/audio/video-to-audio.ts';
import * as fluxDev from './kinds/image/flux-dev.ts';
import * as fluxDevImageToImage from './kinds/image/flux-dev-image-to-image.ts';
import * as fluxSchnell from './kinds/image/flux-schnell.ts';
import * as janusPro from './kinds/image/janus-pro.ts';
import * as sd35 from './kinds/image/sd35.ts';
import * as imageUnderstanding from './kinds/text/image-understanding.ts';
import * as firstToLastFrame from './kinds/video/first-to-last-frame.ts';
import * as imageToVideo from './kinds/video/image-to-video.ts';
import * as imageToVideoPro from './kinds/video/image-to-video-pro.ts';
import * as textToVideo from './kinds/video/text-to-video.ts';
import * as textToVideoPro from './kinds/video/text-to-video-pro.ts';
import * as vace from './kinds/video/vace.ts';
import * as wan225b from './kinds/video/wan-v2-2-5b.ts';
import * as wan22a14b from './kinds/video/wan-v2-2-a14b.ts';

/**
 * Everything a user can make. A new kind is its own file and a line here (docs/add-a-kind.md). For servers, tests and
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
