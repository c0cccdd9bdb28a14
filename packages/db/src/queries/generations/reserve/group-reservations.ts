import { createCoalescer } from '@atelier/coalesce';
import {
  type GroupSettings,
  groupDefaults,
  groupStatements,
  isRowError,
} from '../../../group-commit/group-statements.ts';
import type { Queryable } from '../../../prepared.ts';
import { hasSources, type NewGeneration, type Reservation } from './new-generation.ts';
import { reserveAcrossAccounts } from './reserve-across-accounts.ts';
import { reserveForAccount } from './reserve-for-account.ts';
import { reserveGeneration } from './reserve-generation.ts';
import { sharedValues } from './rule.ts';

/** Longer transactions would keep the ends of the accounts' generations waiting. */
const maxBatchSize = 64;

export type ReserveGeneration = (generation: NewGeneration) => Promise<Reservation>;

/**
 * Reserves as `reserveGeneration` does. What comes for an account and payer whose reservation is under way waits for its
 * end, and all that waits then goes in one statement: the account's row is locked once for them, and the disk is synced
 * once. A single one of its account goes in one statement with those of other accounts.
 */
export function groupReservations(on: Queryable, settings: GroupSettings = {}): ReserveGeneration {
  const runSingle = (generation: NewGeneration) => reserveGeneration(on, generation);
  const { isGrouped = groupDefaults.isGrouped } = settings;
  if (!isGrouped) return runSingle;
  const reserveWithOthers = groupStatements(
    { runGroup: (generations) => reserveAcrossAccounts(on, generations), runSingle },
    { ...settings, maxBatchSize },
  );
  const openAccount = () =>
    createCoalescer(
      async (generations: NewGeneration[]) => {
        const [first] = generations as [NewGeneration];
        if (generations.length > 1) return reserveInOrder(on, generations);
        const isPlain = !first.apiKeyId && !hasSources(first);
        return [await (isPlain ? reserveWithOthers(first) : runSingle(first))];
      },
      { maxBatchSize },
    );
  const accounts = new Map<string, { reserve: ReserveGeneration; open: number }>();
  return async (generation) => {
    const id = sharedValues.map((name) => generation[name] ?? '').join(' ');
    const account = accounts.get(id) ?? { reserve: openAccount(), open: 0 };
    accounts.set(id, account);
    account.open += 1;
    try {
      return await account.reserve(generation);
    } finally {
      account.open -= 1;
      if (account.open === 0) accounts.delete(id);
    }
  };
}

type Answers = readonly (Reservation | Promise<Reservation>)[];

/** Reserves one after the other when one row makes the statement of the group fail. */
async function reserveInOrder(on: Queryable, generations: readonly NewGeneration[]): Promise<Answers> {
  try {
    return await reserveForAccount(on, generations);
  } catch (error) {
    if (!isRowError(error)) throw error;
    const answers: Promise<Reservation>[] = [];
    for (const generation of generations) {
      const answer = reserveGeneration(on, generation);
      answers.push(answer);
      await answer.catch(() => undefined);
    }
    return answers;
  }
}
