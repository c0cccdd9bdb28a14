import { createAsker } from '@atelier/batch';
import type { Queryable } from '../../prepared.ts';
import { createTogether, isOfOne } from './ask-together.ts';
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
  const alone = (generation: NewGeneration) => reserveGeneration(on, generation);
  const reserveWithOthers = createTogether(
    { together: (generations) => reserveOneEach(on, generations), alone },
    { maxBatchSize, slowMs },
  );
  const createAccount = () =>
    createAsker(
      async (generations: NewGeneration[]) => {
        const [first] = generations as [NewGeneration];
        if (generations.length > 1) return reserveOfAccount(on, generations);
        const isPlain = !first.apiKeyId && !hasSources(first);
        return [await (isPlain ? reserveWithOthers(first) : alone(first))];
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
