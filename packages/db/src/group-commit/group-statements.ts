// Statements that come at the same time share a round trip and a commit: packages/coalesce/README.md has the rules.
import { createGroupCommit } from '@atelier/coalesce';

/** How items of one process are grouped. */
export type GroupSettings = {
  /** Off, every item is run by its single statement. */
  isGrouped?: boolean;
  /** Far above the lock timeout of a group: a connection that is dead without a word must not stop later items. */
  slowMs?: number;
};

export const groupDefaults = { isGrouped: true, slowMs: 250 } as const;

type Statements<Item, Result> = {
  runGroup(items: readonly Item[]): Promise<readonly (Result | undefined)[]>;
  runSingle(item: Item): Promise<Result>;
};

/** Runs items by the grouped statement, and by the single one what that leaves. */
export function groupStatements<Item, Result>(
  { runGroup, runSingle }: Statements<Item, Result>,
  {
    isGrouped = groupDefaults.isGrouped,
    slowMs = groupDefaults.slowMs,
    maxBatchSize = 64,
  }: GroupSettings & { maxBatchSize?: number },
): (item: Item) => Promise<Result> {
  if (!isGrouped) return runSingle;
  return createGroupCommit({ runGroup, runSingle, isItemError: isRowError }, { maxBatchSize, slowMs });
}

/**
 * Whether one row is why a statement failed, and nothing was written: a value that PostgreSQL cannot take (class 22) or that
 * breaks a constraint (class 23), a row that was not free in time, a deadlock.
 */
export function isRowError(error: unknown): boolean {
  return /^2[23]|^55P03$|^40P01$/.test(String((error as { code?: unknown }).code));
}

/**
 * Bounds the wait of a grouped statement for a row that it refers to, or for a key that is being written: all items of the
 * group would wait too, so it gives up and each is run singly.
 */
export const withLockTimeout = `setting as materialized (
     select set_config('lock_timeout', '100ms', true)
   )`;

/**
 * Limit of every group, hidden from the planner: it then expects a tenth of the rows. With a number it would plan the
 * statement again at each call, for longer than it runs.
 */
export const hiddenBatchLimit = 'limit (select 64)';

/** SQL of each value of an item, by its name. */
export type ValueSql<Name extends string> = Readonly<Record<Name, string>>;

/** Parameters of a single statement (`namedQuery`). `types`: the type of each value in SQL. */
export function bindParameters<Name extends string>(types: ValueSql<Name>): ValueSql<Name> {
  return mapValues(types, (name, type) => `:${name}::${type}`);
}

/** Columns of a relation that has a row for each item, for a grouped statement. */
export function listColumns<Name extends string>(relation: string, types: ValueSql<Name>): ValueSql<Name> {
  return mapValues(types, (name) => `${relation}."${name}"`);
}

/** Items as the rows of a relation `given`, from their JSON. */
export function givenRows(types: Readonly<Record<string, string>>): string {
  const columns = Object.entries(types).map(([name, type]) => `"${name}" ${type}`);
  return `jsonb_to_recordset(:entries::jsonb)
               as given (${columns.join(', ')})`;
}

function mapValues<Name extends string>(
  types: ValueSql<Name>,
  toSql: (name: string, type: string) => string,
): ValueSql<Name> {
  const entries = Object.entries<string>(types).map(([name, type]) => [name, toSql(name, type)]);
  return Object.fromEntries(entries) as Record<Name, string>;
}
