import {
  AppError,
  type ErasureReply,
  erasureParams,
  erasureReply,
  erasureStatement,
} from '@atelier/contract';
import { type ErasureRow, findErasureByToken } from '@atelier/db';
import type { Api, RouteDeps } from '../../api.ts';

/** Serves the state of an erasure to everyone with its link, because the account is gone by then. */
export function erasureStatementRoutes(api: Api, deps: Pick<RouteDeps, 'db'>): void {
  api.get(
    '/api/erasures/:token',
    {
      schema: {
        tags: ['user'],
        summary: 'Get the state of an erasure, and in the end its signed statement',
        params: erasureParams,
        response: { 200: erasureReply },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const erasure = await findErasureByToken(deps.db, request.params.token);
      if (!erasure) throw new AppError('not_found');
      return presentErasure(erasure);
    },
  );
}

function presentErasure(erasure: ErasureRow): ErasureReply {
  return {
    state: readState(erasure),
    requested_at: erasure.requested_at.toISOString(),
    erased_at: (erasure.finished_at ?? erasure.due_at).toISOString(),
    statement: erasure.statement === null ? null : erasureStatement.parse(erasure.statement),
    signed_statement: erasure.signed_statement,
  };
}

function readState({ withdrawn_at, started_at, finished_at }: ErasureRow): ErasureReply['state'] {
  if (withdrawn_at) return 'kept';
  if (finished_at) return 'erased';
  return started_at ? 'erasing' : 'closed';
}
