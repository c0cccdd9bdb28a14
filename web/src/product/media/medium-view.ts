import type { PublicGeneration, PublicOutput } from '@atelier/contract';
import type { ComponentType, RefObject } from 'react';
import { lazyPart } from '#lib/parts/lazy-part.tsx';
import type { ShownOutput } from '#product/generation/outputs.ts';
import type { LazyPart } from '#ui/lazy-part.tsx';

/**
 * How the generations of a medium look, wherever they are shown. A medium is one such object, a line in `index.ts`, its
 * icon in `icons.ts` and its facts in the catalog; a tab of the library describes its list in `features/history/media/`.
 */
export type MediumView = {
  /** Width to height of a tile. */
  findRatio: (generation: PublicGeneration) => number;
  /** A finished generation as a picture that fills its box. */
  Picture: ComponentType<PictureProps>;
  /** The result as large as there is room. */
  Stage: LazyStage;
  /** The address of what the viewer loads ahead, so that the stage shows it at once. */
  preload?: (output: ShownOutput) => string | null;
  /** The result as a text, which is copied and saved in place of a file. */
  copyText?: (generation: PublicGeneration) => string | undefined;
  /** The name of a downloaded file; words of the prompt and the day by default. */
  fileName?: (prompt: string, output: PublicOutput) => string;
};

/**
 * - `tile`: in the grid of the library, with whatever can be played there.
 * - `wall`: beside the other results of a batch.
 * - `choice`: whole and without anything that names its model.
 */
type PictureSize = 'tile' | 'wall' | 'choice';

export type PictureProps = {
  generation: PublicGeneration;
  size: PictureSize;
  isPlaying?: boolean;
  /** Time to load the picture, as in `generation-picture.tsx`. */
  loading?: 'now' | 'soon';
};

/** Returns whether the picture took the key. */
export type StageKeys = (event: KeyboardEvent) => boolean;

export type StageProps = {
  generation: PublicGeneration;
  /** File that is shown, which may be one of several; undefined for a text. */
  output: ShownOutput | undefined;
  /** Keys that the picture takes before the viewer does. */
  stageKeys?: RefObject<StageKeys | undefined> | undefined;
};

type LazyStage = LazyPart<StageProps> & { load: () => Promise<unknown> };

/** A stage that is drawn at once when it was loaded before. */
export function lazyStage(fetchStage: () => Promise<ComponentType<StageProps>>): LazyStage {
  let ready: ComponentType<StageProps> | undefined;
  const load = async () => {
    ready ??= await fetchStage();
    return ready;
  };
  return Object.assign(
    lazyPart<StageProps>(() => ready ?? load()),
    { load },
  );
}
