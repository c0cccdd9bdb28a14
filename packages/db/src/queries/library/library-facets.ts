import { media as allMedia, type Medium } from '@atelier/catalog';
import { sql } from 'kysely';
import type { Db } from '../../connect.ts';
import { type LibraryScope, matchingGenerations } from './library-filter.ts';

export type LibraryFacet = { value: string; count: number };

export type LibraryFacets = {
  /** How many match with the medium that the filter names. */
  total: number;
  /** Counts by medium, whichever the filter has. */
  media: Record<Medium, number>;
  favorites: number;
  statuses: LibraryFacet[];
  kinds: LibraryFacet[];
  models: LibraryFacet[];
  modes: LibraryFacet[];
  sizes: LibraryFacet[];
  tags: LibraryFacet[];
  projects: LibraryFacet[];
};

const maxTags = 200;

/**
 * How many generations match, and which values they have, the most frequent first. One walk through generation_library groups
 * by all values at once, of which there are few combinations; they are added up here.
 */
export async function countLibraryFacets(db: Db, { userId, filter }: LibraryScope): Promise<LibraryFacets> {
  const anyMedium = { userId, filter: { ...filter, media: undefined } };
  const [groups, tags] = await Promise.all([groupAll(db, anyMedium), countTags(db, { userId, filter })]);
  const media = Object.fromEntries(allMedia.map((each) => [each, 0])) as Record<Medium, number>;
  for (const { medium, count } of groups) media[medium] += count;
  const shown = groups.filter(({ medium }) => !filter.media || filter.media.includes(medium));
  return {
    total: sum(shown),
    media,
    favorites: sum(shown.filter(({ is_favorite }) => is_favorite)),
    statuses: countFacet(shown, ({ status }) => status),
    kinds: countFacet(shown, ({ kind }) => kind),
    models: countFacet(shown, ({ model }) => model),
    modes: countFacet(shown, ({ mode }) => mode),
    sizes: countFacet(shown, ({ width, height }) => (width && height ? `${width}x${height}` : null)),
    projects: countFacet(shown, ({ project_id }) => project_id),
    tags,
  };
}

type Group = Awaited<ReturnType<typeof groupAll>>[number];

async function groupAll(db: Db, scope: LibraryScope) {
  const columns = [
    'kind',
    'model',
    'status',
    'mode',
    'width',
    'height',
    'is_favorite',
    'project_id',
  ] as const;
  return matchingGenerations(db, scope)
    .select(({ fn }) => [sql<Medium>`medium`.as('medium'), ...columns, fn.countAll<number>().as('count')])
    .groupBy(['medium', ...columns])
    .execute();
}

async function countTags(db: Db, scope: LibraryScope): Promise<LibraryFacet[]> {
  return matchingGenerations(db, scope)
    .where('tags', '<>', sql<string[]>`'{}'`)
    .select(({ fn }) => [sql<string>`unnest(tags)`.as('value'), fn.countAll<number>().as('count')])
    .groupBy('value')
    .orderBy('count', 'desc')
    .orderBy('value')
    .limit(maxTags)
    .execute();
}

function countFacet(groups: readonly Group[], read: (group: Group) => string | null): LibraryFacet[] {
  const counts = new Map<string, number>();
  for (const group of groups) {
    const value = read(group);
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + group.count);
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}

function sum(groups: readonly Group[]): number {
  return groups.reduce((total, { count }) => total + count, 0);
}
