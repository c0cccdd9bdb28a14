import {
  type AdminOwedReply,
  AppError,
  adminCreditsBody,
  adminCreditsReply,
  adminOwedReply,
  adminSettleBody,
  paymentEventParams,
} from '@atelier/contract';
import {
  getUserWithBalance,
  inTransaction,
  listOpenPaymentEvents,
  listOwedPurchases,
  type Moved,
  moveByOperator,
  type OpenPaymentEvent,
  settlePaymentEvent,
  type TransactionStep,
} from '@atelier/db';
import { type LineDeps, notifyBalance, payOwnDebt } from '@atelier/generations';
import type { Api, RouteDeps } from '../../api.ts';
import type { ApiDeps } from '../../deps.ts';
import { describeOperator } from '../../plugins/describe-actor.ts';
import { requireFreshSignIn } from '../auth/guards.ts';
import { signedIn } from '../auth/session.ts';
import { presentAdminPurchase } from './present-user.ts';

const tags = ['admin'];
const debtLimit = 200;

/** Lets operators move credits, and see the debt that refunded payments left and payments without their effect. */
export function adminCreditRoutes(api: Api, deps: RouteDeps): void {
  api.get(
    '/api/admin/owed',
    {
      schema: {
        tags,
        summary:
          'List refunded purchases whose credits were already spent, and payments without their effect',
        response: { 200: adminOwedReply },
      },
    },
    () => readOwed(deps),
  );

  api.post(
    '/api/admin/payment-events/:id/settle',
    {
      schema: {
        tags,
        summary: 'Mark a payment without effect as settled, which ends its alert',
        params: paymentEventParams,
        body: adminSettleBody,
        response: { 200: adminOwedReply },
      },
    },
    async (request) => {
      const { id } = request.params;
      await inTransaction(deps.db, async (on) => {
        if (!(await settlePaymentEvent(on, id))) throw new AppError('not_found');
        const by = describeOperator(request, null);
        const { reason } = request.body;
        await deps.audit.record({ name: 'operator_settled_payment', ...by, reason, details: { id } }, on);
      });
      return readOwed(deps);
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
      const record: TransactionStep<Moved> = (on, { entry_id }) => {
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

async function readOwed({ db }: Pick<ApiDeps, 'db'>): Promise<AdminOwedReply> {
  const [purchases, events] = await Promise.all([
    listOwedPurchases(db, debtLimit),
    listOpenPaymentEvents(db.pool, debtLimit),
  ]);
  return {
    data: purchases.map((row) => ({
      ...presentAdminPurchase(row),
      user_id: row.user_id,
      email: row.email,
    })),
    payment_events: events.map(presentEvent),
  };
}

function presentEvent({ fact, received_at: receivedAt, ...event }: OpenPaymentEvent) {
  const { id, type, payment_intent, problem, user_id, email } = event;
  return {
    id,
    type,
    payment_intent,
    problem,
    user_id,
    email,
    amount_minor:
      'amountMinor' in fact ? fact.amountMinor : 'refundedMinor' in fact ? fact.refundedMinor : null,
    currency: 'currency' in fact ? fact.currency : null,
    received_at: receivedAt.toISOString(),
  };
}

type Move = Parameters<typeof moveByOperator>[1];

/**
 * Books an operator's grant, refund or adjustment and notifies the user's browsers. When the account then has what it owes,
 * that is paid and its line goes on. Throws not_found, insufficient_credits, validation_failed for a negative grant or refund.
 */
async function moveCredits(deps: LineDeps, move: Move, record: TransactionStep<Moved>): Promise<Moved> {
  if (move.credits < 0 && move.kind !== 'adjustment') {
    const message = `A ${move.kind} gives credits; to take some, book an adjustment`;
    throw new AppError('validation_failed', {
      details: { issues: [{ path: 'credits', message, code: 'value_refused' }] },
    });
  }
  await getUserWithBalance(deps.db, move.userId);
  const moved = await moveByOperator(deps.db, move, record);
  await notifyBalance(deps, move.userId, moved);
  return { ...moved, ...(await payOwnDebt(deps, move.userId)) };
}
