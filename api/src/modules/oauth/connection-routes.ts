import {
  connectionAnswerBody,
  connectionAnswerReply,
  connectionParams,
  connectionReply,
} from '@atelier/contract';
import type Provider from 'oidc-provider';
import type { Api, RouteDeps } from '../../api.ts';
import { prefersDocument } from '../../plugins/preferred-type.ts';
import { checkOrigin, refuseLocked, requireFreshSignIn, requireSession } from '../auth/guards.ts';
import { allowConnection } from './allow-connection.ts';
import { findConnection } from './find-connection.ts';

type ConnectionDeps = RouteDeps & { provider: Provider };
const tags = ['api keys'];

/** Serves the browser only: a program must not be able to allow itself anything. */
export function connectionRoutes(api: Api, deps: ConnectionDeps): void {
  // The authorization server sends browsers to the address under which they have their cookie; the page is elsewhere.
  api.addHook('onRequest', async (request, reply) => {
    const { id } = request.params as { id?: string };
    if (request.method === 'GET' && id && prefersDocument(request, false))
      return reply.header('cache-control', 'no-store').redirect(`/connect/${encodeURIComponent(id)}`);
  });
  requireSession(api);
  checkOrigin(api, deps);

  api.get(
    '/api/connections/:id',
    {
      schema: {
        tags,
        summary: 'Read which program asks to act for you, and what for',
        description:
          'A request that has come to `/oauth/authorize` in this browser, or the code that a device shows. It lasts an hour, a code ten minutes.',
        params: connectionParams,
        response: { 200: connectionReply },
      },
    },
    async (request, reply) => {
      const { client, userCode, scopes } = await findConnection(deps, request, reply);
      const { name, host, isConfirmed } = client;
      return {
        connection: { client: { name, host, is_confirmed: isConfirmed }, user_code: userCode, scopes },
      };
    },
  );

  api.post(
    '/api/connections/:id/answer',
    {
      onRequest: refuseLocked,
      schema: {
        tags,
        summary: 'Allow a program to act for you, within limits, or refuse it, once',
        description:
          'An allowed program is listed among your API keys, with the same limits, and is ended there. Allowing needs a sign-in within the last ten minutes.',
        params: connectionParams,
        body: connectionAnswerBody,
        response: { 200: connectionAnswerReply },
      },
    },
    async (request, reply) => {
      const { answer, ...wanted } = request.body;
      const asked = await findConnection(deps, request, reply);
      if (answer === 'refuse') return { success: true as const, continue_at: await asked.refuse() };
      requireFreshSignIn(request);
      return { success: true as const, continue_at: await allowConnection(deps, request, { asked, wanted }) };
    },
  );
}
