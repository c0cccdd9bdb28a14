import { createAsker } from '@atelier/batch';
import type { Queryable } from '../../prepared.ts';
import { hasSources, type NewGeneration, type Reservation, reserveGeneration } from './reserve-generation.ts';
import { reserveOneEach } from './reserve-one-each.ts';
import { reserveTogether } from './reserve-together.ts';

/** Longer transactions would keep the ends of the accounts' generations waiting. */
const maxBatchSize = 64;

export type Reserver = (generation: NewGeneration) => Promise<Reservation>;

/**
 * Reserves as `reserveGeneration` does. What comes for an account and payer whose reservation is under way waits for its
 * end, and all that waits then goes together: the account's row is locked once for them, and the disk is synced once. What
 * is alone for its account goes with those of other accounts. A common statement that takes longer than `slowMs`, far above
 * its own lock timeout, keeps no later ones: a connection that is dead without a word must not stop all accounts.
 */
export function createReserver(on: Queryable, { slowMs = 250 }: { slowMs?: number } = {}): Reserver {
  const reserveWithOthers = createAsker(
    (generations: NewGeneration[]) => reserveOfAccounts(on, generations),
    { maxBatchSize, slowMs },
  );
  const createAccount = () =>
    createAsker(
      async (generations: NewGeneration[]) => {
        const [first] = generations as [NewGeneration];
        if (generations.length > 1) return reserveOfAccount(on, generations);
        const isPlain = !first.apiKeyId && !hasSources(first);
        return [await (isPlain ? reserveWithOthers(first) : reserveGeneration(on, first))];
      },
      { maxBatchSize },
    );
  const accounts = new Map<string, { reserve: Reserver; open: number }>();
  return async (generation) => {
    const id = `${generation.userId} ${generation.apiKeyId ?? ''}`;
    const account = accounts.get(id) ?? { reserve: createAccount(), open: 0 };
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

/** What the common statement leaves is reserved alone, and the next ones do not wait for it. */
async function reserveOfAccounts(on: Queryable, generations: readonly NewGeneration[]): Promise<Answers> {
  const alone = (generation: NewGeneration) => reserveGeneration(on, generation);
  if (generations.length === 1) return generations.map(alone);
  try {
    const reservations = await reserveOneEach(on, generations);
    return generations.map((generation, index) => reservations[index] ?? alone(generation));
  } catch (error) {
    if (!isOfOne(error)) throw error;
    return generations.map(alone);
  }
}

/** One after the other when they cannot go together. */
async function reserveOfAccount(on: Queryable, generations: readonly NewGeneration[]): Promise<Answers> {
  try {
    return await reserveTogether(on, generations);
  } catch (error) {
    if (!isOfOne(error)) throw error;
    const answers: Promise<Reservation>[] = [];
    for (const generation of generations) {
      const answer = reserveGeneration(on, generation);
      answers.push(answer);
      await answer.catch(() => undefined);
    }
    return answers;
  }
}

/**
 * One of them is why the statement failed, and nothing was written: a value that PostgreSQL cannot take (class 22) or that
 * breaks a constraint (class 23), a row that was not free in time, a deadlock.
 */
function isOfOne(error: unknown): boolean {
  return /^2[23]|^55P03$|^40P01$/.test(String((error as { code?: unknown }).code));
}
