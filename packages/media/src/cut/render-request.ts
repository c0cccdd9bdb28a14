import type { CutFormat } from '@atelier/catalog/cuts';

/** Times are in seconds: `start` and `end` of the source as players show it, fades of the result. */
export type RenderClip = {
  /** A video or a GIF, or any file with sound where the result is one. */
  path: string;
  start: number;
  end: number;
  speed: number;
  isReversed: boolean;
  /** How often it is shown. */
  repeats: number;
  fit: 'contain' | 'cover';
  /** Part of the picture that stays in view with `cover`: 0 is left or top, 1 is right or bottom. */
  focusX: number;
  focusY: number;
  /** 1 leaves the sound as it is. */
  volume: number;
  fadeIn: number;
  fadeOut: number;
};

export type RenderRequest = {
  clips: readonly RenderClip[];
  format: CutFormat;
  /** mp4 when absent; the others hold the sound alone, whose length is exact to the sample. */
  container?: 'mp4' | 'mp3' | 'wav';
  /** Sound of this file instead of that of the clips, or with it. It ends with the pictures. */
  sound?: { path: string; mode: 'replace' | 'add'; volume: number } | undefined;
  /** Text over the lower edge of all pictures; empty for none. */
  caption: string;
  /** Its folder is the caller's own: fonts are put into it, too. */
  outputPath: string;
};

export type RenderedCut = { seconds: number; frames: number };
