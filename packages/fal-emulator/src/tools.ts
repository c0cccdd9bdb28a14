import { randomUUID } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaProcess } from '@atelier/media';
import type { InputFile, InputLoader, Recording } from './load-input.ts';
import type { Caption } from './media/caption.ts';
import type { MadeFile, MediaMaker } from './media/create-media-maker.ts';
import type { Scenario } from './scenarios.ts';

/** fal's `File`. */
export type FalFile = { url: string; content_type: string; file_name: string; file_size: number };
export type FalImage = { url: string; width: number; height: number; content_type: string };

/** Functions with which endpoints make their output. */
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
    /** Cuts out the middle, on a transparent background. */
    isCutOut?: boolean;
    fault?: 'black' | 'dim' | 'frozen';
  }): Promise<FalFile>;
  image(order: {
    width: number;
    height: number;
    format: 'jpeg' | 'png';
    seed: number;
    /** Text to draw; absent for the photo as it is, and for a black picture without one. */
    caption?: Caption;
    photoPath?: string;
    isDim?: boolean;
    mark?: string;
    /** Cuts out the middle of the photo, on a transparent background. */
    isCutOut?: boolean;
  }): Promise<FalImage>;
  sound(order: {
    durationSeconds: number;
    seed: number;
    prompt: string;
    speaker?: string;
    isSilent?: boolean;
  }): Promise<FalFile>;
  /** The video, one that was made here or a file, with the sound mixed in. */
  videoWithSound(video: string | FalFile, sound: string | FalFile): Promise<FalFile>;
  /** Download the file that a field names; they throw `ModelFailure` when it cannot be fetched or read. */
  loadImage(field: string, url: string): Promise<InputFile>;
  loadVideo(field: string, url: string): Promise<InputFile>;
  loadRecording(field: string, url: string): Promise<Recording>;
  loadSound(field: string, url: string): Promise<InputFile>;
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
  picturesPerSecond: number | undefined;
  fileUrl(name: string): string;
};

/** Wraps the media makers so that endpoints get files with addresses, as fal returns them. */
export function createTools(parts: Parts): Tools {
  const { maker, media, inputs, filesDirectory, picturesPerSecond, fileUrl } = parts;
  const toFile = ({ name, bytes }: MadeFile, contentType: string): FalFile => ({
    url: fileUrl(name),
    content_type: contentType,
    file_name: name,
    file_size: bytes,
  });
  return {
    async video({ quality = defaultQuality, photoPaths = [], caption, ...order }) {
      const rate = picturesPerSecond === undefined ? {} : { picturesPerSecond };
      const drawn = { ...order, ...withoutModel(caption, order.seed) };
      const container = order.isCutOut ? 'webm' : 'mp4';
      const made = await maker.make('video', container, { ...drawn, ...rate, quality, photoPaths });
      return toFile(made, `video/${container}`);
    },
    async image({ caption, ...order }) {
      const extension = order.format === 'png' ? 'png' : 'jpg';
      const drawn = caption ? { ...order, ...withoutModel(caption, order.seed) } : order;
      const { name } = await maker.make('image', extension, drawn);
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
    async videoWithSound(video, sound) {
      const videoPath = typeof video === 'string' ? video : join(filesDirectory, video.file_name);
      const soundPath = typeof sound === 'string' ? sound : join(filesDirectory, sound.file_name);
      return toFile(await maker.make('mix', 'mp4', { videoPath, soundPath }), 'video/mp4');
    },
    loadImage: inputs.image,
    loadVideo: inputs.video,
    loadRecording: inputs.recording,
    loadSound: inputs.sound,
    async stillOf(video) {
      const path = `${video.path}.webp`;
      // Another emulator may be reading it.
      const temporaryPath = `${video.path}.${randomUUID()}.webp`;
      await media.poster(video.path, temporaryPath, { maxWidth: stillWidth });
      await rename(temporaryPath, path);
      return path;
    },
  };
}

/**
 * Caption of a drawing that does not name its model, so that a blind choice is blind here too. The model goes into the seed
 * in its place: two of them draw different pictures.
 */
export function withoutModel(caption: Caption, seed: number): { caption: Caption; seed: number } {
  const letters = [...caption.title].reduce(
    (sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003,
    0,
  );
  return { caption: { ...caption, title: '' }, seed: seed + letters };
}

/** Mark of an image in which models that let it speak find no face. */
export const facelessMark = '[faceless]';

/** Share of the requested length that a short result has. */
const shortShare = 0.3;

/** Makes files that decode and are not what was asked for, where a prompt has the words for it. */
export function withFaults(tools: Tools, words: ReadonlySet<Scenario>): Tools {
  const share = words.has('short') ? shortShare : 1;
  const fault = (['black', 'dim', 'frozen'] as const).find((word) => words.has(word));
  return {
    ...tools,
    video: ({ frameCount, ...order }) =>
      tools.video({
        ...order,
        frameCount: Math.max(1, Math.round(frameCount * share)),
        ...(fault ? { fault } : {}),
      }),
    image: ({ caption, photoPath, ...rest }) => {
      const order = words.has('faceless') ? { ...rest, mark: facelessMark } : rest;
      if (words.has('black')) return tools.image(order);
      if (words.has('dim')) return tools.image({ ...order, isDim: true });
      if (words.has('echo') && photoPath) return tools.image({ ...order, photoPath });
      return tools.image({ ...order, ...(caption ? { caption } : {}), ...(photoPath ? { photoPath } : {}) });
    },
    sound: ({ durationSeconds, ...order }) =>
      tools.sound({
        ...order,
        durationSeconds: durationSeconds * share,
        ...(words.has('mute') ? { isSilent: true } : {}),
      }),
  };
}
