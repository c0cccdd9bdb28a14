import { preparedQuery, type Queryable } from '../../prepared.ts';

export type Balance = { available: number; held: number; has_ever_paid: boolean; revision: number };

const find = preparedQuery<Balance>(
  'find-balance',
  'select available, held, has_ever_paid, revision from credit_account where user_id = $1',
);

/** Returns the credits that a user has left, and those held for running generations. */
export async function getBalance(on: Queryable, userId: string): Promise<Balance> {
  const [row] = await find(on, [userId]);
  if (!row) throw new Error(`The user ${userId} has no credit account`);
  return row;
}
