import type { Stream } from 'node-av';
import { Demuxer } from 'node-av/api';
import { AV_DISPOSITION_ATTACHED_PIC, AVMEDIA_TYPE_VIDEO } from 'node-av/constants';
import type { ContentType } from './content-type.ts';

const formats: Partial<Record<ContentType, string>> = {
  'video/mp4': 'mov',
  'video/quicktime': 'mov',
  'video/webm': 'matroska',
  'image/gif': 'gif',
  'audio/wav': 'wav',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'mov',
  'audio/aac': 'aac',
  'audio/ogg': 'ogg',
  'audio/flac': 'flac',
  'audio/webm': 'matroska',
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
  return Demuxer.open(path, { format: findFormat(contentType), options });
}

/** The same, for readers that are opened in the middle of others' work. */
export function openMediaSync(path: string, contentType: ContentType): Demuxer {
  return Demuxer.openSync(path, { format: findFormat(contentType) });
}

function findFormat(contentType: ContentType): string {
  const format = formats[contentType];
  if (!format) throw new Error(`${contentType} is not read as a stream`);
  return format;
}

/** The cover of a piece of music is stored like a video track. */
export function isCover({ disposition }: Stream): boolean {
  return (disposition & AV_DISPOSITION_ATTACHED_PIC) !== 0;
}

/** The first video track. Throws when there is none. */
export function findPicture(media: Demuxer): Stream {
  const picture = listPictures(media)[0];
  if (!picture) throw new Error('The file has no picture');
  return picture;
}

/** The video tracks, covers left out. */
export function listPictures(media: Demuxer): Stream[] {
  return media.streams.filter((each) => each.codecpar.codecType === AVMEDIA_TYPE_VIDEO && !isCover(each));
}
