// Calls that are answered with the result of the generation that they start. The fal proxy and the calls in OpenAI's shape
// differ in how they answer.
import { AppError, isAppError } from '@atelier/contract';
import { type GenerationRow, listOwnGenerations, withLinePositions } from '@atelier/db';
import { cancelGeneration } from '@atelier/generations';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { RouteDeps } from '../../api.ts';
import { waitForEnd } from './wait-for-end.ts';
import { createWatches, type Watches } from './watch-generations.ts';

/** `canJoin`: a repeated call leads back to this generation, by its idempotency key. */
type Run = { userId: string; id: string; canJoin: boolean };

export type Runs = {
  /**
   * Waits for the end, at most RUN_WAIT_SECONDS; resolves to the generation as it is then, also when the process stops. When
   * the client goes away and cannot join again, its generation is cancelled. Throws not_found for one that was deleted.
   */
  wait: (reply: FastifyReply, run: Run) => Promise<GenerationRow>;
};

/** Watches generations in the database for those who follow them. */
export function watchGenerations({ db, realtime, log }: Pick<RouteDeps, 'db' | 'realtime' | 'log'>): Watches {
  return createWatches({
    onUserMessage: (userId, listener) => realtime.onUserMessage(userId, listener),
    async read(userId, ids) {
      return withLinePositions(db.pool, await listOwnGenerations(db.pool, userId, ids));
    },
    onError: (error) => log.warn({ err: error }, 'followed generations could not be read'),
  });
}

export function createRuns(api: FastifyInstance, deps: RouteDeps, watches: Watches): Runs {
  const closing = new AbortController();
  api.addHook('preClose', async () => closing.abort());
  return {
    async wait(reply, { userId, id, canJoin }) {
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      // It may have gone while the submission was made.
      if (reply.raw.destroyed) gone.abort();
      const signal = AbortSignal.any([gone.signal, closing.signal]);
      const waitMs = 1_000 * deps.env.RUN_WAIT_SECONDS;
      const ended = await waitForEnd(watches, { userId, id, waitMs, signal });
      if (ended) return ended;
      if (gone.signal.aborted && !canJoin) await cancelAbandoned(deps, id, userId);
      const row = await deps.findGeneration(id);
      if (!row || row.deleted_at) throw new AppError('not_found');
      return row;
    },
  };
}

async function cancelAbandoned(deps: RouteDeps, id: string, userId: string): Promise<void> {
  try {
    await cancelGeneration(deps, id, userId);
  } catch (error) {
    if (!isAppError(error) || error.code !== 'already_finished') throw error;
  }
}
