import { userSettingsBody } from '@atelier/contract';
import { setDailyCap } from '@atelier/db';
import type { Api, RouteDeps } from '../../api.ts';
import { signedIn } from '../auth/session.ts';

/** How much of it a user wants to spend a day. */
export function settingsRoutes(api: Api, deps: RouteDeps): void {
  api.patch(
    '/api/user/settings',
    {
      schema: {
        tags: ['user'],
        summary: 'The own spending limit per day (UTC)',
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
