import type { Caption } from './media/caption.ts';

/** fal's File (fal.md 3.1). */
export type FalFile = { url: string; content_type: string; file_name: string; file_size: number };
export type FalImage = { url: string; width: number; height: number; content_type: string };

/** A file that an input names, downloaded and read. */
export type InputFile = {
  path: string;
  bytes: number;
  contentType: string;
  width: number;
  height: number;
  durationSeconds: number;
};

/** What an endpoint can use to make its output. */
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
  /** Download what a field names; both throw `ModelFailure` when it cannot be fetched or read. */
  loadImage(field: string, url: string): Promise<InputFile>;
  loadVideo(field: string, url: string): Promise<InputFile>;
  /** A still of a video, as a file that the makers above take as a photo. */
  stillOf(video: InputFile): Promise<string>;
};
