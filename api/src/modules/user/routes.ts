import { userInfoReply } from '@atelier/contract';
import { getBalance } from '@atelier/db';
import type { Api, RouteDeps } from '../../api.ts';
import { signedIn } from '../auth/session.ts';

export function userRoutes(api: Api, deps: RouteDeps): void {
  api.get(
    '/api/user/info',
    {
      schema: {
        tags: ['user'],
        summary: 'Get the signed-in user and their balance',
        response: { 200: userInfoReply },
      },
    },
    async (request) => {
      const session = signedIn(request);
      const balance = await getBalance(deps.db.pool, session.userId);
      return {
        user: { id: session.userId, email: session.email, name: session.name, is_admin: session.isAdmin },
        credits: { left_credits: balance.available, held_credits: balance.held, revision: balance.revision },
        has_ever_paid: balance.has_ever_paid,
      };
    },
  );
}
