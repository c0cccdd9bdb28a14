import { generationReply, idParams, standInBody, standInReply } from '@atelier/contract';
import type { Api, RouteDeps } from '../../api.ts';
import { refuseLocked } from '../auth/guards.ts';
import { signedIn } from '../auth/session.ts';
import { acceptStandIn } from './accept-stand-in.ts';
import { findStandIn } from './find-stand-in.ts';

const tags = ['generations'];

/** Another kind for a generation whose model is down: docs/reliability.md, "A stand-in". */
export function standInRoutes(api: Api, deps: RouteDeps): void {
  api.get(
    '/api/generations/:id/stand-in',
    {
      config: { keyScopes: ['generate', 'read'] },
      schema: {
        tags,
        summary: 'Find a model that could make a generation whose own model is down',
        params: idParams,
        response: { 200: standInReply },
      },
    },
    async (request) => ({
      offer: (await findStandIn(deps, request.params.id, signedIn(request).userId)) ?? null,
    }),
  );

  api.post(
    '/api/generations/:id/stand-in',
    {
      config: { keyScopes: ['generate'] },
      onRequest: refuseLocked,
      schema: {
        tags,
        summary: 'Have another model make a generation whose own model is down',
        description:
          'The generation keeps its id and its place in your line, and its hold is exchanged for the price of the other model. Repeating the call changes nothing.',
        params: idParams,
        body: standInBody,
        response: { 200: generationReply },
      },
    },
    async (request) => {
      const session = signedIn(request);
      const askAbove = session.signedInBy === 'key' ? session.askAbove : null;
      const asked = { ...request.body, id: request.params.id, userId: session.userId, askAbove };
      return { generation: await acceptStandIn(deps, asked) };
    },
  );
}
