import type { PublicGeneration } from '@atelier/contract';
import { useEffect } from 'react';
import { useStore } from '#lib/store.ts';
import { shownOutputs } from '#product/generation/outputs.ts';
import type { RecordAddress } from '#product/generation/record-address.ts';
import { recordSiblings } from '#product/generation/record-siblings.ts';
import { neighbourOf, prefetch, viewableOf } from './walk.ts';

/** Loads more of the list while this many are left at that end. */
const loadAhead = 5;

export type WalkOptions = {
  generation: PublicGeneration;
  record: RecordAddress;
  /** Shown beside it. */
  compared: PublicGeneration | undefined;
};

export type Walk = ReturnType<typeof useWalk>;

/** What the viewer goes through: the records of the list, and the images of the one that is shown. */
export function useWalk({ generation, record, compared }: WalkOptions) {
  const { generations: listed, loadMore } = useStore(recordSiblings);
  const siblings = viewableOf(listed, generation);
  const images = generation.medium === 'image' ? shownOutputs(generation) : [];
  const image = Math.min(record.view?.image ?? 1, Math.max(1, images.length));
  const isDetails = record.view?.isDetails;

  /** While two are compared, the second of them. */
  const turnRecord = (by: 1 | -1): void => {
    const next = neighbourOf(siblings, compared ?? generation, by, compared ? generation.id : undefined);
    if (next && compared) record.compareWith(next.id);
    else if (next) record.show({ id: next.id, isDetails });
  };
  const turnTo = (place: number): void => record.show({ id: generation.id, image: place, isDetails });
  const turnImage = (by: 1 | -1): boolean => {
    const next = image + by;
    if (compared || next < 1 || next > images.length) return false;
    turnTo(next);
    return true;
  };
  /** Image by image, and from the last one to the next record; the images of a record that is alone are a circle. */
  const step = (by: 1 | -1): void => {
    if (turnImage(by)) return;
    const next = neighbourOf(siblings, generation, by);
    if (compared) turnRecord(by);
    else if (siblings.length === 1 && images.length > 1) turnTo(by === 1 ? 1 : images.length);
    else if (next) {
      const last = next.medium === 'image' ? shownOutputs(next).length : 1;
      record.show({ id: next.id, image: by === 1 ? 1 : last, isDetails });
    }
  };

  const [first, last] = [siblings[0]?.id, siblings.at(-1)?.id];
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each record and its neighbours
  useEffect(() => prefetch(siblings, generation), [generation.id, first, last]);
  const before = siblings.indexOf(generation);
  const after = siblings.length - before - 1;
  useEffect(() => {
    if (after < loadAhead) loadMore?.('after');
    if (before < loadAhead) loadMore?.('before');
  }, [before, after, loadMore]);
  return { siblings, images, image, turnRecord, turnImage, step };
}
