import { endShare } from '@atelier/db';
import type { FastifyRequest } from 'fastify';
import type { RouteDeps } from '../../api.ts';
import { describeActor } from '../../plugins/describe-actor.ts';
import { signedIn } from '../auth/session.ts';

/** Ends the share of a generation, if it has one, for the user of the request. Its link is dead from then on. */
export async function stopSharing(
  { db, audit }: Pick<RouteDeps, 'db' | 'audit'>,
  request: FastifyRequest,
  generationId: string,
): Promise<void> {
  const ended = await endShare(db.pool, generationId, signedIn(request).userId);
  if (!ended) return;
  const details = { share_id: ended.id, generation_id: generationId };
  await audit.record({ name: 'share_ended', ...describeActor(request), details });
}
