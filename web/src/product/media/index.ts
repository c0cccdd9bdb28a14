import type { Medium } from '@atelier/catalog';
import type { PublicGeneration } from '@atelier/contract';
import { answer } from './answer.tsx';
import { audio } from './audio.tsx';
import { image } from './image.tsx';
import type { MediumView } from './medium-view.ts';
import { video } from './video.tsx';

/** Every medium as it is shown. Parts of a page that show no results take single facts of `media-facts.build.ts` instead. */
export const mediumViews: Readonly<Record<Medium, MediumView>> = { video, image, audio, text: answer };

/** Width to height of a generation's tile. */
export function tileRatio(generation: PublicGeneration): number {
  return mediumViews[generation.medium].findRatio(generation);
}

/** Loads every stage, for what goes from one generation to others of any medium. */
export function loadStages(): Promise<unknown> {
  return Promise.all(Object.values(mediumViews).map(({ Stage }) => Stage.load()));
}
