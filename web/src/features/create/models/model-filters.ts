import { fastSeconds } from '../form-facts.build.ts';
import type { ShownOffer } from './use-offers.ts';

/** Criteria for choosing a model. */
export const modelFilters = ['fromText', 'fromFile', 'references', 'sound', 'balance', 'fast'] as const;
export type ModelFilter = (typeof modelFilters)[number];

type Judged = Pick<ShownOffer, 'credits' | 'seconds'> & {
  entry: Pick<
    ShownOffer['entry'],
    'medium' | 'neededFiles' | 'takesReferences' | 'hasSound' | 'lowestCredits'
  >;
};

/** Whether an offer meets a criterion; `left` is the balance, which visitors do not have. */
export function meets(
  { entry, credits, seconds }: Judged,
  filter: ModelFilter,
  left: number | undefined,
): boolean {
  switch (filter) {
    case 'fromText':
      return entry.neededFiles.length === 0;
    case 'fromFile':
      return entry.neededFiles.length > 0;
    case 'references':
      return entry.takesReferences;
    case 'sound':
      return entry.hasSound;
    case 'balance':
      return left !== undefined && (credits ?? entry.lowestCredits) <= left;
    case 'fast':
      return seconds <= fastSeconds[entry.medium];
  }
}

/** How many offers meet each criterion that some of them meet and some do not. */
export function countWishes(
  offers: readonly Judged[],
  left: number | undefined,
): ReadonlyMap<ModelFilter, number> {
  return new Map(
    modelFilters.flatMap((filter): [ModelFilter, number][] => {
      const count = offers.filter((offer) => meets(offer, filter, left)).length;
      return count > 0 && count < offers.length ? [[filter, count]] : [];
    }),
  );
}
