import pg from 'pg';

/** Anything a statement can run on: the pool, or the client of an open transaction. */
export type Queryable = Pick<pg.Pool, 'query'>;

/**
 * A hot statement under a name: PostgreSQL parses and plans it once per connection, which more than doubles the
 * throughput of the reservation against an unnamed query.
 *
 * A migration that adds a column changes the result of `select *`, and PostgreSQL then refuses what was prepared before,
 * for as long as the connection lasts. The statement goes on under another name, since processes of the release before stay
 * for a while. What was refused has not begun, so it is repeated; in a transaction, which is over then, it throws.
 */
export function preparedQuery<Row extends pg.QueryResultRow>(name: string, text: string) {
  let current = name;
  let renewals = 0;
  return async function run(on: Queryable, values: unknown[]): Promise<Row[]> {
    const used = current;
    try {
      const result = await on.query<Row>({ name: used, text, values });
      return result.rows;
    } catch (error) {
      if (isLost(error)) watches.get(on)?.add(Date.now());
      if (!isOutdated(error)) throw error;
      // The first of many that are refused at once renews it for all.
      if (current === used) {
        renewals += 1;
        current = `${name}-renewed-${renewals}`;
      }
      if (!(on instanceof pg.Pool)) throw error;
      return run(on, values);
    }
  };
}

/** When statements of one database were refused because its connections are not those that had prepared them. */
type StatementWatch = Set<number>;
const watches = new WeakMap<object, StatementWatch>();

/** Notes what fails of the named statements that run on this pool or client. */
export function watchStatements(on: object, watch: StatementWatch = new Set()): StatementWatch {
  watches.set(on, watch);
  return watch;
}

/** Long enough that every probe sees a fault which comes at random. */
const lostMs = 30_000;

export function hasLostStatements(watch: StatementWatch): boolean {
  for (const at of watch) if (Date.now() - at > lostMs) watch.delete(at);
  return watch.size > 0;
}

/** A name that the connection does not know, or knows although it was never used on it: a pooler has exchanged them. */
function isLost(error: unknown): boolean {
  return ['26000', '42P05'].includes((error as { code?: string }).code ?? '');
}

/** By PostgreSQL's own function: the code is that of many errors, and the message is in the server's language. */
function isOutdated(error: unknown): boolean {
  return (error as { routine?: unknown }).routine === 'RevalidateCachedQuery';
}

/** `:name`, but not the cast `::name`. */
const namedValue = /(?<!:):([a-z]\w*)/gi;

/** A text whose values are columns of a relation instead: what is written for one is then written for each of its rows. */
export function withValuesOf(relation: string, text: string): string {
  return text.replaceAll(namedValue, (_match, value: string) => `${relation}."${value}"`);
}

/**
 * The same with values by name: `:costCredits` in the text stands for that property of the values, as often as it is
 * used. Throws when the text names a value that is not given, which a number in the wrong place would hide.
 */
export function namedQuery<Row extends pg.QueryResultRow>(name: string, text: string) {
  const names = [...new Set([...text.matchAll(namedValue)].map(([, value = '']) => value))];
  const run = preparedQuery<Row>(
    name,
    text.replaceAll(namedValue, (_match, value: string) => `$${names.indexOf(value) + 1}`),
  );
  return (on: Queryable, values: Readonly<Record<string, unknown>>): Promise<Row[]> =>
    run(
      on,
      names.map((value) => {
        if (!(value in values)) throw new Error(`The statement ${name} needs a value for ${value}`);
        return values[value];
      }),
    );
}
