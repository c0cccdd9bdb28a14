import { userSettingsBody } from '@atelier/contract';
import { setDailyCap } from '@atelier/db';
import type { Api, RouteDeps } from '../../api.ts';
import { signedIn } from '../auth/session.ts';

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
