import { adminGenerationReply, adminReasonBody, idParams } from '@atelier/contract';
import { toPublicGeneration, withOutputs } from '@atelier/db';
import type { Api, RouteDeps } from '../../api.ts';
import { signedIn } from '../auth/session.ts';
import { failGeneration, refundByOperator, retryGeneration } from './operate-generation.ts';

/** Operator actions on any user's generation; each needs a reason. */
export function adminGenerationRoutes(api: Api, deps: RouteDeps): void {
  const operations = {
    retry: {
      summary: 'Check a running generation now, or resubmit an ended one for its owner',
      operate: retryGeneration,
    },
    fail: { summary: 'End a running generation and release its hold', operate: failGeneration },
    refund: { summary: 'Refund the charge of an ended generation', operate: refundByOperator },
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
