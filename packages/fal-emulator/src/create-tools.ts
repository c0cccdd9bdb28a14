import { join } from 'node:path';
import type { MediaProcess } from '@atelier/media';
import type { InputLoader } from './load-input.ts';
import type { MadeFile, MediaMaker } from './media/create-media-maker.ts';
import type { FalFile, Tools } from './tools.ts';

const defaultQuality = 24;
const stillWidth = 1920;

type Parts = {
  maker: MediaMaker;
  media: MediaProcess;
  inputs: InputLoader;
  filesDirectory: string;
  fileUrl(name: string): string;
};

/** Puts the makers of media into the shape that endpoints use: files with addresses, as fal returns them. */
export function createTools({ maker, media, inputs, filesDirectory, fileUrl }: Parts): Tools {
  const toFile = ({ name, bytes }: MadeFile, contentType: string): FalFile => ({
    url: fileUrl(name),
    content_type: contentType,
    file_name: name,
    file_size: bytes,
  });
  return {
    async video({ quality = defaultQuality, photoPaths = [], ...order }) {
      return toFile(await maker.make('video', 'mp4', { ...order, quality, photoPaths }), 'video/mp4');
    },
    async image(order) {
      const extension = order.format === 'png' ? 'png' : 'jpg';
      const { name } = await maker.make('image', extension, order);
      return {
        url: fileUrl(name),
        width: order.width,
        height: order.height,
        content_type: `image/${order.format}`,
      };
    },
    async sound(order) {
      return toFile(await maker.make('sound', 'wav', order), 'audio/wav');
    },
    async videoWithSound(videoPath, sound) {
      const soundPath = join(filesDirectory, sound.file_name);
      return toFile(await maker.make('mix', 'mp4', { videoPath, soundPath }), 'video/mp4');
    },
    loadImage: inputs.image,
    loadVideo: inputs.video,
    async stillOf(video) {
      const path = `${video.path}.webp`;
      await media.poster(video.path, path, { maxWidth: stillWidth });
      return path;
    },
  };
}
