import { join } from 'node:path';
import type { MediaProcess } from '@atelier/media';
import type { InputFile, InputLoader } from './load-input.ts';
import type { Caption } from './media/caption.ts';
import type { MadeFile, MediaMaker } from './media/create-media-maker.ts';

/** fal's `File`. */
export type FalFile = { url: string; content_type: string; file_name: string; file_size: number };
export type FalImage = { url: string; width: number; height: number; content_type: string };

/** What endpoints make their output with. */
export type Tools = {
  video(order: {
    width: number;
    height: number;
    fps: number;
    frameCount: number;
    quality?: number;
    seed: number;
    caption: Caption;
    photoPaths?: readonly string[];
  }): Promise<FalFile>;
  image(order: {
    width: number;
    height: number;
    format: 'jpeg' | 'png';
    seed: number;
    /** Absent for a black picture. */
    caption?: Caption;
    photoPath?: string;
  }): Promise<FalImage>;
  sound(order: { durationSeconds: number; seed: number; prompt: string }): Promise<FalFile>;
  /** The video with the sound mixed in. */
  videoWithSound(videoPath: string, sound: FalFile): Promise<FalFile>;
  /** Download the file that a field names; both throw `ModelFailure` when it cannot be fetched or read. */
  loadImage(field: string, url: string): Promise<InputFile>;
  loadVideo(field: string, url: string): Promise<InputFile>;
  /** A still of a video, as a file that the makers above take as a photo. */
  stillOf(video: InputFile): Promise<string>;
};

const defaultQuality = 24;
const stillWidth = 1920;

type Parts = {
  maker: MediaMaker;
  media: MediaProcess;
  inputs: InputLoader;
  filesDirectory: string;
  fileUrl(name: string): string;
};

/** Wraps the media makers so that endpoints get files with addresses, as fal returns them. */
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
