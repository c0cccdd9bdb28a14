import { Demuxer } from 'node-av/api';
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
 * playlists, which make it read other files and addresses.
 */
export async function openMedia(path: string, contentType: ContentType): Promise<Demuxer> {
  const format = formats[contentType];
  if (!format) throw new Error(`${contentType} is not read as a stream`);
  return Demuxer.open(path, { format });
}
