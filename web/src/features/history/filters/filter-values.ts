import type { LibraryFacetsReply } from '@atelier/contract';
import {
  type ChoiceName,
  type LibraryFilters,
  noFilters,
  readValues,
  statusFilters,
} from './library-view.ts';

/** The filters that have a chip. */
export type FilterName = ChoiceName | 'tags';
export type FilterOption = LibraryFacetsReply['kinds'][number];

/** The values of a filter that the user's own works have, and those that are chosen although none has them any more. */
export function listOptions(
  facets: LibraryFacetsReply | undefined,
  name: FilterName,
  chosen: readonly string[],
): FilterOption[] {
  const known = facets ? knownOptions(facets, name) : [];
  const missing = chosen.filter((value) => !known.some((option) => option.value === value));
  return [...known, ...missing.map((value) => ({ value, count: 0 }))];
}

function knownOptions(facets: LibraryFacetsReply, name: FilterName): FilterOption[] {
  if (name === 'tags') return facets.tags;
  if (name !== 'status') return facets[`${name}s`];
  return Object.entries(statusFilters).flatMap(([value, statuses]) => {
    const counts = facets.statuses.filter((each) => statuses.some((status) => status === each.value));
    const count = counts.reduce((sum, each) => sum + each.count, 0);
    return count > 0 ? [{ value, count }] : [];
  });
}

export function chosenValues(filters: LibraryFilters, name: FilterName): readonly string[] {
  return name === 'tags' ? filters.tags : readValues(filters[name]);
}

/** Chooses a value, or no longer. Works are in one project only, so that another one takes its place. */
export function toggleValue(filters: LibraryFilters, name: FilterName, value: string): LibraryFilters {
  const chosen = chosenValues(filters, name);
  const others = name === 'project' ? [] : chosen.filter((each) => each !== value);
  const next = chosen.includes(value) ? chosen.filter((each) => each !== value) : [...others, value];
  return { ...filters, [name]: name === 'tags' ? next : next.join() };
}

export function withoutFilter(filters: LibraryFilters, name: keyof LibraryFilters): LibraryFilters {
  return { ...filters, [name]: noFilters[name] };
}

/** How many works have one of the values; undefined where a work has to have all of several. */
export function countChosen(
  options: readonly FilterOption[],
  name: FilterName,
  chosen: readonly string[],
): number | undefined {
  if (name === 'tags' && chosen.length > 1) return undefined;
  const counted = options.filter(({ value }) => chosen.includes(value));
  return counted.reduce((sum, { count }) => sum + count, 0);
}
