import type { InputFile } from '../load-input.ts';
import type { Order } from './define-endpoint.ts';

const fps = 24;
/** Used when a video does not state its duration. */
export const defaultSeconds = 5;

type Changed = { title: string; seconds: number; scale?: number; isCutOut?: boolean };

/** A video of the still of another, as long as asked and with a caption over it. */
export async function redraw(source: InputFile, { prompt, seed, tools }: Order<unknown>, changed: Changed) {
  const { title, seconds, scale = 1, isCutOut } = changed;
  const even = (length: number) => Math.max(2, 2 * Math.round((length * scale) / 2));
  return tools.video({
    width: even(source.width),
    height: even(source.height),
    fps,
    frameCount: Math.max(1, Math.round(seconds * fps)),
    seed,
    caption: { title, prompt, footer: 'Local preview' },
    photoPaths: [await tools.stillOf(source)],
    ...(isCutOut ? { isCutOut } : {}),
  });
}
