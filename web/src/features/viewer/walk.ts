import type { PublicGeneration } from '@atelier/contract';
import { isWithoutResult, shownOutputs } from '#product/generation/outputs.ts';
import { hasEnded } from '#product/generation/store/generations-state.ts';
import { mediumViews } from '#product/media/index.ts';

type Generations = readonly PublicGeneration[];

/** Generations that the viewer goes through: those with results, in the order of the list. One that is not listed is alone. */
export function toViewable(listed: Generations, shown: PublicGeneration): Generations {
  const results = listed
    .map((generation) => (generation.id === shown.id ? shown : generation))
    .filter((each) => each === shown || (hasEnded(each.status) && !isWithoutResult(each)));
  return results.includes(shown) ? results : [shown];
}

type NeighbourOptions = {
  /** The id of one that is passed over. */
  except?: string | undefined;
  /** The last one is followed by the first. */
  isWhole?: boolean;
};

/** The next or the previous one; none at the end of a list of which there may be more. */
export function findNeighbour(
  siblings: Generations,
  { id }: Pick<PublicGeneration, 'id'>,
  by: 1 | -1,
  { except, isWhole = false }: NeighbourOptions = {},
): PublicGeneration | undefined {
  const others = siblings.filter((each) => each.id === id || each.id !== except);
  if (others.length < 2) return undefined;
  const at = others.findIndex((each) => each.id === id) + by;
  return others[isWhole ? (at + others.length) % others.length : at];
}

/** Generation to compare with first: the nearest of the same medium, later in the list rather than earlier. */
export function comparedWith(siblings: Generations, shown: PublicGeneration): PublicGeneration | undefined {
  const at = siblings.indexOf(shown);
  const isAlike = ({ id, medium }: PublicGeneration) => id !== shown.id && medium === shown.medium;
  return siblings.slice(at + 1).find(isAlike) ?? siblings.slice(0, Math.max(0, at)).findLast(isAlike);
}

/** Loads what is beside a generation ahead, so that it is shown at once: images whole, of videos the poster. */
export function prefetch(siblings: Generations, shown: PublicGeneration, isWhole: boolean): void {
  const beside = ([1, -1] as const).flatMap((by) => findNeighbour(siblings, shown, by, { isWhole }) ?? []);
  for (const neighbour of [shown, ...beside]) {
    const { preload } = mediumViews[neighbour.medium];
    for (const output of shownOutputs(neighbour)) {
      const src = preload?.(output);
      if (src) new Image().src = src;
    }
  }
}
