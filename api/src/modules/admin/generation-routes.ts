import { adminGenerationReply, adminReasonBody, idParams } from '@atelier/contract';
import { toPublicGeneration, withOutputs } from '@atelier/db';
import type { Api, RouteDeps } from '../../api.ts';
import { describeOperator } from '../../plugins/describe-actor.ts';
import { requireFreshSignIn } from '../auth/guards.ts';
import { signedIn } from '../auth/session.ts';
import { failGeneration, type RecordAct, refundByOperator, retryGeneration } from './operate-generation.ts';

/** Operator actions on any user's generation; each needs a reason. */
export function adminGenerationRoutes(api: Api, deps: RouteDeps): void {
  const operations = {
    retry: {
      summary: 'Check a running generation now, or resubmit an ended one for its owner',
      operate: retryGeneration,
      needsFreshSignIn: false,
    },
    fail: {
      summary: 'End a running generation and release its hold',
      operate: failGeneration,
      needsFreshSignIn: false,
    },
    refund: {
      summary: 'Refund the charge of an ended generation',
      operate: refundByOperator,
      needsFreshSignIn: true,
    },
  };
  for (const [name, { summary, operate, needsFreshSignIn }] of Object.entries(operations)) {
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
        if (needsFreshSignIn) requireFreshSignIn(request);
        const { id } = request.params;
        const { reason, request_id: requestId } = request.body;
        const record: RecordAct = (on, { name, userId, details }) => {
          const by = describeOperator(request, userId);
          const about = { generation_id: id, ...details };
          return deps.audit.record({ name, ...by, reason, details: about }, on);
        };
        const operator = { operatorId: signedIn(request).userId, reason, requestId, record };
        const { action, row } = await operate(deps, id, operator);
        const [full = { generation: row, outputs: [] }] = await withOutputs(deps.db.pool, [row]);
        return { action, generation: toPublicGeneration(full, deps.mediaUrl) };
      },
    );
  }
}
