import {
  type AnswerBody,
  type AnswerReply,
  AppError,
  answerBody,
  answerReply,
  idParams,
} from '@atelier/contract';
import { getBalance, getBilledGeneration, keepDoubtful, returnDoubtful } from '@atelier/db';
import { notifyBalance, notifyChange } from '@atelier/generations';
import type { Api, RouteDeps } from '../../api.ts';
import { signedIn } from '../auth/session.ts';

export function doubtRoutes(api: Api, deps: RouteDeps): void {
  api.post(
    '/api/generations/:id/answer',
    {
      config: { keyScopes: ['generate'] },
      schema: {
        tags: ['generations'],
        summary: 'Keep a doubtful result, or return it for its credits',
        params: idParams,
        body: answerBody,
        response: { 200: answerReply },
      },
    },
    (request) => answerQuestion(deps, signedIn(request).userId, { ...request.params, ...request.body }),
  );
}

type AnswerDeps = Pick<RouteDeps, 'db' | 'mediaUrl' | 'log' | 'realtime'>;

/** Keeps a suspect result, or refunds it, as its owner answers. Throws not_found, question_closed, return_limit. */
async function answerQuestion(
  deps: AnswerDeps,
  userId: string,
  { id, answer }: AnswerBody & { id: string },
): Promise<AnswerReply> {
  const generation = await getBilledGeneration(deps.db.pool, id, userId);
  if (generation.deleted_at && !generation.doubt_answer) throw new AppError('not_found');
  if (answer === 'keep') {
    await notifyChange(deps, await keepDoubtful(deps.db.pool, generation));
    const { available } = await getBalance(deps.db.pool, userId);
    return { returned_credits: 0, left_credits: available };
  }
  const moved = await returnDoubtful(deps.db, generation);
  const { doubt, kind } = generation;
  deps.log.info({ generationId: id, kind, doubt, entryId: moved.entry_id }, 'a doubtful result was returned');
  await deps.realtime.emitToUser(userId, 'generation:deleted', { id });
  await deps.realtime.emitToUser(userId, 'library:changed', {});
  await notifyBalance(deps, userId, moved);
  return { returned_credits: generation.settled, left_credits: moved.available };
}
