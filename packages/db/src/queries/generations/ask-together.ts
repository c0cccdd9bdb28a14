import { type AskerSettings, createAsker } from '@atelier/batch';

type Ways<Item, Answer> = {
  /** In one statement. Undefined for each that it left, for whatever reason; throws when nothing was written. */
  together(items: readonly Item[]): Promise<readonly (Answer | undefined)[]>;
  alone(item: Item): Promise<Answer>;
};

/**
 * Items that come while a common statement is under way wait for its end, and all that wait then go in one
 * (`createAsker`). What that one leaves is done alone, and the next ones do not wait for it.
 */
export function createTogether<Item, Answer>(
  { together, alone }: Ways<Item, Answer>,
  settings: AskerSettings,
): (item: Item) => Promise<Answer> {
  return createAsker(async (items: Item[]): Promise<readonly (Answer | Promise<Answer>)[]> => {
    try {
      const answers = await together(items);
      return items.map((item, index) => answers[index] ?? alone(item));
    } catch (error) {
      if (!isOfOne(error)) throw error;
      return items.map(alone);
    }
  }, settings);
}

/**
 * Asks about the first item of each id, in lower case; `ask` answers by these. Undefined for each that comes after another
 * of its id, and for what `ask` has no answer to.
 */
export async function askAboutFirsts<Item, Answer>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  ask: (items: readonly Item[]) => Promise<ReadonlyMap<string, Answer>>,
): Promise<(Answer | undefined)[]> {
  const ids = items.map((item) => idOf(item).toLowerCase());
  const isFirst = (index: number) => ids.indexOf(ids[index] ?? '') === index;
  const answers = await ask(items.filter((_item, index) => isFirst(index)));
  return ids.map((id, index) => (isFirst(index) ? answers.get(id) : undefined));
}

/**
 * One of them is why the statement failed, and nothing was written: a value that PostgreSQL cannot take (class 22) or that
 * breaks a constraint (class 23), a row that was not free in time, a deadlock.
 */
export function isOfOne(error: unknown): boolean {
  return /^2[23]|^55P03$|^40P01$/.test(String((error as { code?: unknown }).code));
}

/**
 * What a common statement may still wait for is a row that it refers to, or a key that is being written: all that go with
 * it would wait too, so it gives up and each is done alone.
 */
export const withLockTimeout = `setting as materialized (
     select set_config('lock_timeout', '100ms', true)
   )`;

/**
 * As many as ever go together. The planner does not know the number and expects a tenth of the rows: with one that it knows
 * it would plan the statement again at each call, for longer than it runs.
 */
export const limitOfTogether = 'limit (select 64)';

/** Items as the rows of a relation `given`, from their JSON: the names and types of their values. */
export function givenRows(types: Readonly<Record<string, string>>): string {
  const columns = Object.entries(types).map(([name, type]) => `"${name}" ${type}`);
  return `jsonb_to_recordset(:entries::jsonb)
               as given (${columns.join(', ')})`;
}
