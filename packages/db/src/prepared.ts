import pg from 'pg';

/** Anything a statement can run on: the pool, or the client of an open transaction. */
export type Queryable = Pick<pg.Pool, 'query'>;

/**
 * Names a hot statement: PostgreSQL parses and plans it once per connection, which more than doubles the throughput of
 * the reservation against an unnamed query.
 *
 * A migration that adds a column changes the result of `select *`, and PostgreSQL then refuses earlier prepared statements
 * for as long as their connection lasts. Processes of the previous release stay for a while, so the statement continues
 * under another name. A refused statement has not begun and is repeated; in a transaction, which is over then, it throws.
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
      // The first of several simultaneous refusals renews the name for all.
      if (current === used) {
        renewals += 1;
        current = `${name}-renewed-${renewals}`;
      }
      if (!(on instanceof pg.Pool)) throw error;
      return run(on, values);
    }
  };
}

/** Times at which a database refused statements because a pooler had exchanged its connections. */
type StatementWatch = Set<number>;
const watches = new WeakMap<object, StatementWatch>();

/** Records failures of named statements on this pool or client. */
export function watchStatements(on: object, watch: StatementWatch = new Set()): StatementWatch {
  watches.set(on, watch);
  return watch;
}

/** Time for which a refusal counts: long enough that every probe sees an intermittent fault. */
const lostMs = 30_000;

export function hasLostStatements(watch: StatementWatch): boolean {
  for (const at of watch) if (Date.now() - at > lostMs) watch.delete(at);
  return watch.size > 0;
}

/** Whether the connection lacks a prepared name, or has one that was never used on it: a pooler has exchanged it. */
function isLost(error: unknown): boolean {
  return ['26000', '42P05'].includes((error as { code?: string }).code ?? '');
}

/** Whether a cached plan is outdated, by the name of PostgreSQL's function: the code is shared, the message translated. */
function isOutdated(error: unknown): boolean {
  return (error as { routine?: unknown }).routine === 'RevalidateCachedQuery';
}

/** Matches `:name`, but not the cast `::name`. */
const namedValue = /(?<!:):([a-z]\w*)/gi;

/**
 * Prepares a statement with named values: `:costCredits` in the text stands for that property of the values, any number of
 * times. Throws when the text names a missing value, which a wrong number would hide.
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
