import type { RenderClip } from '../cut/render-request.ts';
import { writeTestFile } from './make-test-file.ts';
import type { Picture } from './read-film.ts';

/** Pictures that differ: then the counting begins again. */
const countable = 40;

/** A small video each of whose pictures has its number, counted from 0, as its brightness. Stored out of order. */
export function writeCounted(
  path: string,
  { rate = '25', frames = countable, size = '64x36' }: { rate?: string; frames?: number; size?: string } = {},
): void {
  const counted = `geq=lum=20+5*mod(N\\,${countable}):cb=128:cr=128`;
  const graph = `color=c=black:size=${size}:rate=${rate},trim=end_frame=${frames},format=yuv420p,${counted}`;
  writeTestFile({ container: 'mp4', encoder: 'libx264', preset: 'ultrafast', maxBFrames: 3, graph }, path);
}

/** The number of each picture, as its middle shows it. */
export function readNumbers(pictures: readonly Picture[]): number[] {
  return pictures.map((picture) => Math.abs(Math.round((readLuma(picture, 0.5, 0.5) - 20) / 5)));
}

/** Brightness at a place of the picture: 0 is left or top, 1 is right or bottom. */
export function readLuma({ width, height, luma }: Picture, across: number, down: number): number {
  const at = (share: number, length: number) => Math.min(length - 1, Math.floor(share * length));
  return luma[at(down, height) * width + at(across, width)] ?? 0;
}

/** All of a video as it is. */
export const wholeClip: Omit<RenderClip, 'path'> = {
  start: 0,
  end: 600,
  speed: 1,
  isReversed: false,
  repeats: 1,
  fit: 'contain',
  focusX: 0.5,
  focusY: 0.5,
  volume: 1,
  fadeIn: 0,
  fadeOut: 0,
};
