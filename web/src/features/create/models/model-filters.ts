import type { KindEntry } from '#product/kinds/kind-entries.build.ts';
import { cheapCredits, fastSeconds } from '../form-facts.build.ts';

/** Criteria for choosing a model. */
export const modelFilters = ['fromText', 'fromFile', 'references', 'sound', 'cheap', 'fast'] as const;
export type ModelFilter = (typeof modelFilters)[number];

/** Whether a kind meets a criterion; `typicalSeconds` is how long it takes now. */
export function meets(entry: KindEntry, filter: ModelFilter, typicalSeconds: number): boolean {
  switch (filter) {
    case 'fromText':
      return entry.neededFiles.length === 0;
    case 'fromFile':
      return entry.neededFiles.length > 0;
    case 'references':
      return entry.takesReferences;
    case 'sound':
      return entry.hasSound;
    case 'cheap':
      return entry.lowestCredits <= cheapCredits[entry.medium];
    case 'fast':
      return typicalSeconds <= fastSeconds[entry.medium];
  }
}

/** The wishes that some of these kinds meet and some do not. */
export function usefulFilters(
  entries: readonly KindEntry[],
  readTypical: (entry: KindEntry) => number,
): ModelFilter[] {
  return modelFilters.filter((filter) => {
    const count = entries.filter((entry) => meets(entry, filter, readTypical(entry))).length;
    return count > 0 && count < entries.length;
  });
}
