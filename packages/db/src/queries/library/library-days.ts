import { sql } from 'kysely';
import type { Db } from '../../connect.ts';
import { type LibraryScope, matchingGenerations } from './library-filter.ts';

/** The days in the filter's time zone that have matching generations, newest first, with how many. Uses generation_library. */
export async function countLibraryDays(db: Db, scope: LibraryScope): Promise<[string, number][]> {
  const day = sql<string>`((created_at at time zone ${scope.filter.zone})::date)::text`;
  const rows = await matchingGenerations(db, scope)
    .select(({ fn }) => [day.as('day'), fn.countAll<number>().as('count')])
    .groupBy('day')
    .orderBy('day', 'desc')
    .execute();
  return rows.map(({ day: name, count }) => [name, count]);
}
