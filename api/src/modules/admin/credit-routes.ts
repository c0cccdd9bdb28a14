import { adminCreditsBody, adminCreditsReply, adminOwedReply } from '@atelier/contract';
import { listOwedPurchases } from '@atelier/db';
import type { Api, RouteDeps } from '../../api.ts';
import { signedIn } from '../auth/session.ts';
import { moveCredits } from './move-credits.ts';
import { presentAdminPurchase } from './present-user.ts';

const tags = ['admin'];
const owedLimit = 200;

/** Credits that operators move, and those that they have to look after. */
export function adminCreditRoutes(api: Api, deps: RouteDeps): void {
  api.get(
    '/api/admin/owed',
    {
      schema: {
        tags,
        summary: 'Returned payments whose credits were spent',
        response: { 200: adminOwedReply },
      },
    },
    async () => {
      const rows = await listOwedPurchases(deps.db, owedLimit);
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
      const { user_id: userId, request_id: requestId, kind, credits, reason } = request.body;
      const operatorId = signedIn(request).userId;
      const moved = await moveCredits(deps, { userId, kind, credits, reason, operatorId, requestId });
      return { entry_id: moved.entry_id, available: moved.available, held: moved.held };
    },
  );
}
