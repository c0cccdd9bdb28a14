import { AppError, adminCreditsBody, adminCreditsReply, adminOwedReply } from '@atelier/contract';
import { type Beside, getUserWithBalance, listOwedPurchases, type Moved, moveByOperator } from '@atelier/db';
import { notifyBalance } from '@atelier/generations';
import type { Realtime } from '@atelier/realtime';
import type { Api, RouteDeps } from '../../api.ts';
import type { ApiDeps } from '../../deps.ts';
import { describeOperator } from '../../plugins/describe-actor.ts';
import { requireFreshSignIn } from '../auth/guards.ts';
import { signedIn } from '../auth/session.ts';
import { presentAdminPurchase } from './present-user.ts';

const tags = ['admin'];
const debtLimit = 200;

/** For operators: moving credits, and the debt that refunded payments left. */
export function adminCreditRoutes(api: Api, deps: RouteDeps): void {
  api.get(
    '/api/admin/owed',
    {
      schema: {
        tags,
        summary: 'List refunded purchases whose credits were already spent',
        response: { 200: adminOwedReply },
      },
    },
    async () => {
      const rows = await listOwedPurchases(deps.db, debtLimit);
      return {
        data: rows.map((row) => ({ ...presentAdminPurchase(row), user_id: row.user_id, email: row.email })),
      };
    },
  );

  api.post(
    '/api/admin/credits',
    {
      schema: {
        tags,
        summary: 'Grant, adjust or refund credits',
        body: adminCreditsBody,
        response: { 200: adminCreditsReply },
      },
    },
    async (request) => {
      requireFreshSignIn(request);
      const { user_id: userId, request_id: requestId, kind, credits, reason } = request.body;
      const operatorId = signedIn(request).userId;
      const record: Beside<Moved> = (on, { entry_id }) => {
        const details = { kind, credits, entry_id };
        const by = describeOperator(request, userId);
        return deps.audit.record({ name: 'operator_moved_credits', ...by, reason, details }, on);
      };
      const move = { userId, kind, credits, reason, operatorId, requestId };
      const moved = await moveCredits(deps, move, record);
      return { entry_id: moved.entry_id, available: moved.available, held: moved.held };
    },
  );
}

type MoveDeps = Pick<ApiDeps, 'db' | 'log'> & { realtime: Pick<Realtime, 'emitToUser'> };
type Move = Parameters<typeof moveByOperator>[1];

/**
 * Books an operator's grant, refund or adjustment and notifies the user's browsers. Throws not_found,
 * insufficient_credits, validation_failed for a negative grant or refund.
 */
async function moveCredits(deps: MoveDeps, move: Move, record: Beside<Moved>): Promise<Moved> {
  if (move.credits < 0 && move.kind !== 'adjustment') {
    const message = `A ${move.kind} gives credits; to take some, book an adjustment`;
    throw new AppError('validation_failed', { details: { issues: [{ path: 'credits', message }] } });
  }
  await getUserWithBalance(deps.db, move.userId);
  const moved = await moveByOperator(deps.db, move, record);
  await notifyBalance(deps, move.userId, moved);
  return moved;
}
