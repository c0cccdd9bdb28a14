import type { PublicGeneration } from '@atelier/contract';
import { useEffect, useState } from 'react';
import { useStore } from '#lib/store.ts';
import type { GenerationAddress } from '#product/generation/actions/generation-address.ts';
import { shownOutputs } from '#product/generation/outputs.ts';
import { generationSiblings, unknownSiblings } from '#product/generation/store/generation-siblings.ts';
import { isSet } from '#product/media-facts.build.ts';
import { findNeighbour, prefetch, toViewable } from './walk.ts';

/** Loads more of the list while this many are left at that end. */
const loadAhead = 5;

export type WalkOptions = {
  generation: PublicGeneration;
  address: GenerationAddress;
  /** Shown beside it. */
  compared: PublicGeneration | undefined;
};

/** A work of the walk, and which of its images. */
export type Shown = { generation: PublicGeneration; image: number };

export type Walk = ReturnType<typeof useWalk>;

/**
 * Navigation of the viewer: through the generations of the list, and the images of the current one. `isBeforeList`: the
 * viewer has opened before the list was read, so it keeps room for what the list brings.
 */
export function useWalk({ generation, address, compared }: WalkOptions) {
  const published = useStore(generationSiblings);
  const { generations: listed, loadMore, isWhole } = published;
  const [isBeforeList] = useState(published === unknownSiblings);
  const siblings = toViewable(listed, generation);
  const images = isSet[generation.medium] ? shownOutputs(generation) : [];
  const image = Math.min(address.view?.image ?? 1, Math.max(1, images.length));
  const isDetails = address.view?.isDetails;

  /** While two are compared, the second of them. */
  const turnGeneration = (by: 1 | -1): void => {
    const next = findNeighbour(siblings, compared ?? generation, by, {
      except: compared && generation.id,
      isWhole,
    });
    if (next && compared) address.compareWith(next.id);
    else if (next) address.show({ id: next.id, isDetails });
  };
  const turnTo = (place: number): void => address.show({ id: generation.id, image: place, isDetails });
  /** The images of one generation are a circle. */
  const turnImage = (by: 1 | -1): void => {
    if (compared || images.length < 2) return;
    turnTo(((image - 1 + by + images.length) % images.length) + 1);
  };
  /** Image by image, and from the last one to the next generation; without one the images are a circle. */
  const findBeside = (by: 1 | -1): Shown | undefined => {
    const hasImage = image + by >= 1 && image + by <= images.length;
    const next = findNeighbour(siblings, generation, by, { isWhole });
    if (hasImage || (!next && images.length > 1)) {
      return { generation, image: ((image - 1 + by + images.length) % images.length) + 1 };
    }
    if (!next) return undefined;
    return { generation: next, image: by === 1 || !isSet[next.medium] ? 1 : shownOutputs(next).length };
  };
  const step = (by: 1 | -1): void => {
    const beside = findBeside(by);
    if (compared) turnGeneration(by);
    else if (beside) address.show({ id: beside.generation.id, image: beside.image, isDetails });
  };

  const [first, last] = [siblings[0]?.id, siblings.at(-1)?.id];
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each generation and its neighbours
  useEffect(() => prefetch(siblings, generation, isWhole), [generation.id, first, last]);
  const before = siblings.indexOf(generation);
  const after = siblings.length - before - 1;
  useEffect(() => {
    if (after < loadAhead) loadMore?.('after');
    if (before < loadAhead) loadMore?.('before');
  }, [before, after, loadMore]);
  return {
    siblings,
    isBeforeList,
    isWhole,
    mayHaveMore: loadMore !== undefined && !isWhole,
    images,
    image,
    findBeside,
    turnGeneration,
    turnImage,
    step,
  };
}
