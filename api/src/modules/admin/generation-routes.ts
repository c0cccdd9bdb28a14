import { adminGenerationReply, adminReasonBody, idParams } from '@atelier/contract';
import { toPublicGeneration, withOutputs } from '@atelier/db';
import type { Api, RouteDeps } from '../../api.ts';
import { signedIn } from '../auth/session.ts';
import { failGeneration, refundByOperator, retryGeneration } from './operate-generation.ts';

/** Generations of anybody, for operators: each step with its reason. */
export function adminGenerationRoutes(api: Api, deps: RouteDeps): void {
  const operations = {
    retry: { summary: 'Look again, or repeat for the owner', operate: retryGeneration },
    fail: { summary: 'End it and give the hold back', operate: failGeneration },
    refund: { summary: 'Give back what it was charged', operate: refundByOperator },
  } as const;
  for (const [name, { summary, operate }] of Object.entries(operations)) {
    api.post(
      `/api/admin/generations/:id/${name}`,
      {
        schema: {
          tags: ['admin'],
          summary,
          params: idParams,
          body: adminReasonBody,
          response: { 200: adminGenerationReply },
        },
      },
      async (request) => {
        const { reason, request_id: requestId } = request.body;
        const operator = { operatorId: signedIn(request).userId, reason, requestId };
        const { action, row } = await operate(deps, request.params.id, operator);
        const [full = { generation: row, outputs: [] }] = await withOutputs(deps.db.pool, [row]);
        return { action, generation: toPublicGeneration(full, deps.mediaUrl) };
      },
    );
  }
}
