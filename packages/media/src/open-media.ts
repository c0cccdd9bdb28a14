import type { Stream } from 'node-av';
import { Demuxer } from 'node-av/api';
import { AV_DISPOSITION_ATTACHED_PIC } from 'node-av/constants';
import type { ContentType } from './content-type.ts';

const formats: Partial<Record<ContentType, string>> = {
  'video/mp4': 'mov',
  'video/quicktime': 'mov',
  'video/webm': 'matroska',
  'image/gif': 'gif',
  'audio/wav': 'wav',
  'audio/mpeg': 'mp3',
};

/**
 * Opens a video, gif or sound with the one demuxer its bytes call for. FFmpeg's own guessing would also take
 * playlists, which make it read other files and addresses. `options` are the demuxer's.
 */
export async function openMedia(
  path: string,
  contentType: ContentType,
  options: Record<string, string> = {},
): Promise<Demuxer> {
  const format = formats[contentType];
  if (!format) throw new Error(`${contentType} is not read as a stream`);
  return Demuxer.open(path, { format, options });
}

/** The cover of a piece of music is stored like a video track. */
export function isCover({ disposition }: Stream): boolean {
  return (disposition & AV_DISPOSITION_ATTACHED_PIC) !== 0;
}

/** The first video track. Throws when there is none. */
export function findPicture(media: Demuxer): Stream {
  for (let at = 0; ; at += 1) {
    const stream = media.video(at);
    if (!stream) throw new Error('The file has no picture');
    if (!isCover(stream)) return stream;
  }
}
