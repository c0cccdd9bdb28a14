import { generation } from '@atelier/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { generationColumns, listedColumns } from './generation-columns.ts';
import { toPublicGeneration } from './public-generation.ts';
import { listNewestGenerations } from './queries/generations/generations.ts';
import { readListed } from './queries/library/read-listed.ts';
import { openTestDb } from './testing/open-test-db.ts';
import { createUser, reserve } from './testing/samples.ts';

const db = await openTestDb();
afterAll(() => db.drop());

type Schema = { shape?: Record<string, Schema>; def?: { innerType?: Schema } };
/** Whether the schema of a generation in the API has the field at a path such as `progress.stage`. */
const hasField = (path: string) => {
  const field = (schema: Schema | undefined, name: string): Schema | undefined =>
    (schema?.shape ?? schema?.def?.innerType?.shape)?.[name];
  return path.split('.').reduce(field, generation as unknown as Schema) !== undefined;
};

const columns = Object.entries(generationColumns).map(([name, column]) => {
  const { shown, exported, erased, why } = { erased: undefined, why: undefined, ...column };
  return { name, shown: shown === true ? name : shown, exported, erased, why };
});

describe('the table of columns', () => {
  it('has every column of the database, and no other', async () => {
    const found = await db.asOwner<{ column_name: string }>(
      `select column_name from information_schema.columns where table_schema = 'public' and table_name = 'generation'`,
    );
    expect(columns.map(({ name }) => name).toSorted()).toEqual(
      found.map(({ column_name }) => column_name).toSorted(),
    );
  });

  it('gives a reason for each column that is neither shown nor exported nor erased, and for no other', () => {
    const isUnused = ({ shown, exported, erased }: (typeof columns)[number]) =>
      !shown && !exported && !erased;
    const names = (those: typeof columns) => those.map(({ name }) => name);
    expect(names(columns.filter(({ why }) => why))).toEqual(names(columns.filter(isUnused)));
  });

  it('shows columns in fields that the API describes', () => {
    const fields = columns.flatMap(({ shown }) => (shown ? [shown] : []));
    expect(fields.filter((field) => !hasField(field))).toEqual([]);
  });

  it('has the column of every field that the API describes', async () => {
    const fields = new Set(columns.flatMap(({ shown }) => (shown ? [shown.split('.')[0]] : [])));
    const made = ['request_id', 'outputs'];
    expect(Object.keys(generation.shape).filter((field) => !fields.has(field))).toEqual(made);
    const { id } = await reserve(db, await createUser(db, 300));
    const [listed] = await readListed(db.pool, [id]);
    const shown = listed && toPublicGeneration(listed, (key) => key);
    expect(generation.safeParse(shown).success).toBe(true);
    expect(Object.keys(shown ?? {}).toSorted()).toEqual(Object.keys(generation.shape).toSorted());
  });

  it('names the columns that lists read', async () => {
    const userId = await createUser(db, 300);
    const { id } = await reserve(db, userId);
    const [listed] = await readListed(db.pool, [id]);
    const [whole] = await listNewestGenerations(db, { userId, limit: 1 });
    for (const name of listedColumns) expect(listed?.generation[name], name).toEqual(whole?.[name]);
  });
});
