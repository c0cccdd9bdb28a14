import type { PublicOutput } from '@atelier/contract';
import { pageTarget } from '#lib/navigation/kind-target.ts';

type InputUse = {
  /** `preview:uses.<id>` are its words. */
  id: 'image-to-image' | 'image-to-video' | 'image-understanding' | 'video-to-audio';
  target: ReturnType<typeof pageTarget> & { search: Record<string, string> };
};

/** What else a result can begin: the forms that take such a file, with it filled in. */
export function inputUses({ content_type: type, url }: PublicOutput): InputUse[] {
  if (url === null) return [];
  if (type.startsWith('image/')) {
    return [
      { id: 'image-to-image', target: { ...pageTarget('image/image-to-image'), search: { image: url } } },
      {
        id: 'image-to-video',
        target: { ...pageTarget('image-to-video/image-to-video'), search: { image: url } },
      },
      { id: 'image-understanding', target: { ...pageTarget('image-understanding'), search: { image: url } } },
    ];
  }
  if (type.startsWith('video/')) {
    return [
      { id: 'video-to-audio', target: { ...pageTarget('video-to-audio'), search: { video_url: url } } },
    ];
  }
  return [];
}
