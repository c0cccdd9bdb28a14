import type pg from 'pg';

/** Anything a statement can run on: the pool, or the client of an open transaction. */
export type Queryable = Pick<pg.Pool, 'query'>;

/**
 * A hot statement under a name: PostgreSQL parses and plans it once per connection, which more than doubles the
 * throughput of the reservation against an unnamed query.
 */
export function preparedQuery<Row extends pg.QueryResultRow>(name: string, text: string) {
  return async (on: Queryable, values: unknown[]): Promise<Row[]> => {
    const result = await on.query<Row>({ name, text, values });
    return result.rows;
  };
}
