import type { Kind, Medium } from './define-kind.ts';
import { videoToAudio, videoToAudioServer } from './kinds/audio/video-to-audio.ts';
import { fluxDev, fluxDevServer } from './kinds/image/flux-dev.ts';
import { fluxDevImageToImage, fluxDevImageToImageServer } from './kinds/image/flux-dev-image-to-image.ts';
import { fluxSchnell, fluxSchnellServer } from './kinds/image/flux-schnell.ts';
import { janusPro, janusProServer } from './kinds/image/janus-pro.ts';
import { sd35, sd35Server } from './kinds/image/sd35.ts';
import { imageUnderstanding, imageUnderstandingServer } from './kinds/text/image-understanding.ts';
import { firstToLastFrame, firstToLastFrameServer } from './kinds/video/first-to-last-frame.ts';
import { imageToVideo, imageToVideoServer } from './kinds/video/image-to-video.ts';
import { imageToVideoPro, imageToVideoProServer } from './kinds/video/image-to-video-pro.ts';
import { textToVideo, textToVideoServer } from './kinds/video/text-to-video.ts';
import { textToVideoPro, textToVideoProServer } from './kinds/video/text-to-video-pro.ts';
import { vace, vaceServer } from './kinds/video/vace.ts';
import { wan225b, wan225bServer } from './kinds/video/wan-v2-2-5b.ts';
import { wan22a14b, wan22a14bServer } from './kinds/video/wan-v2-2-a14b.ts';

/** Everything a user can make. A new kind is its own file and a line in both lists (docs/add-a-kind.md). */
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
] as const;

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
