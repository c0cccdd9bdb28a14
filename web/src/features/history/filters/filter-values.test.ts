import type { LibraryFacetsReply } from '@atelier/contract';
import { expect, it } from 'vitest';
import { chosenValues, countChosen, listOptions, toggleValue, withoutFilter } from './filter-values.ts';
import { noFilters } from './library-view.ts';

const facets: LibraryFacetsReply = {
  total: 9,
  media: { video: 4, image: 5, audio: 0, text: 0 },
  favorites: 2,
  statuses: [
    { value: 'completed', count: 5 },
    { value: 'partial', count: 1 },
    { value: 'failed', count: 3 },
  ],
  kinds: [],
  models: [{ value: 'flux-schnell', count: 5 }],
  modes: [],
  sizes: [],
  projects: [],
  tags: [
    { value: 'sea', count: 4 },
    { value: 'red', count: 3 },
  ],
};

it('a filter lists the values that works have, and a chosen one that no work has any more', () => {
  expect(listOptions(facets, 'status', [])).toEqual([
    { value: 'completed', count: 6 },
    { value: 'failed', count: 3 },
  ]);
  expect(listOptions(facets, 'model', ['gone'])).toEqual([
    { value: 'flux-schnell', count: 5 },
    { value: 'gone', count: 0 },
  ]);
  expect(listOptions(undefined, 'tags', ['sea'])).toEqual([{ value: 'sea', count: 0 }]);
});

it('several values of a filter can be chosen, but one project', () => {
  const two = toggleValue(toggleValue(noFilters, 'model', 'flux-schnell'), 'model', 'wan');
  expect(two.model).toBe('flux-schnell,wan');
  expect(toggleValue(two, 'model', 'flux-schnell').model).toBe('wan');
  const project = toggleValue(toggleValue(noFilters, 'project', 'a'), 'project', 'b');
  expect(project.project).toBe('b');
  expect(toggleValue(project, 'project', 'b')).toEqual(noFilters);
  const tags = toggleValue(toggleValue(noFilters, 'tags', 'red, blue'), 'tags', 'sea');
  expect(chosenValues(tags, 'tags')).toEqual(['red, blue', 'sea']);
  expect(withoutFilter(tags, 'tags')).toEqual(noFilters);
});

it('values are added up, except tags, of which a work has to have all', () => {
  const statuses = listOptions(facets, 'status', []);
  expect(countChosen(statuses, 'status', ['completed', 'failed'])).toBe(9);
  expect(countChosen(facets.tags, 'tags', ['sea'])).toBe(4);
  expect(countChosen(facets.tags, 'tags', ['sea', 'red'])).toBeUndefined();
});
