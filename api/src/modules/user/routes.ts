import { userInfoReply, userSettingsBody } from '@atelier/contract';
import { getBalance, setDailyCap } from '@atelier/db';
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

export function settingsRoutes(api: Api, deps: RouteDeps): void {
  api.patch(
    '/api/user/settings',
    {
      schema: {
        tags: ['user'],
        summary: 'Set or remove your daily spending limit (UTC days)',
        body: userSettingsBody,
        response: { 200: userSettingsBody },
      },
    },
    async (request) => {
      const { daily_cap_credits } = request.body;
      await setDailyCap(deps.db.pool, signedIn(request).userId, daily_cap_credits);
      return { daily_cap_credits };
    },
  );
}
