import { expect, it } from 'vitest';
import { namedQuery, type Queryable } from './prepared.ts';

/** Records the last statement in place of running it. */
function recorder() {
  const statements: unknown[] = [];
  const query = async (statement: unknown) => {
    statements.push(statement);
    return { rows: [] };
  };
  return { on: { query } as unknown as Queryable, statements };
}

it('numbers named values in the order of their first use, casts aside', async () => {
  const { on, statements } = recorder();
  await namedQuery('move', 'select :b::text, :a, :b')(on, { a: 1, b: 'two', unused: 3 });
  expect(statements).toEqual([{ name: 'move', text: 'select $1::text, $2, $1', values: ['two', 1] }]);
});

it('a statement without one of its values is refused', () => {
  const { on } = recorder();
  expect(() => namedQuery('move', 'select :a')(on, {})).toThrow('The statement move needs a value for a');
});
