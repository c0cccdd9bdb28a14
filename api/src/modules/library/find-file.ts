import { findFileBody, findFileReply } from '@atelier/contract';
import { findOwnFile } from '@atelier/db';
import type { Api, RouteDeps } from '../../api.ts';
import { signedIn } from '../auth/session.ts';

export function findFileRoutes(api: Api, deps: RouteDeps): void {
  api.post(
    '/api/library/find-file',
    {
      config: { keyScopes: ['read'] },
      schema: {
        tags: ['library'],
        summary: 'Find the generation that made a file, by the SHA-256 of its bytes',
        body: findFileBody,
        response: { 200: findFileReply },
      },
    },
    async (request) => {
      const { userId } = signedIn(request);
      const { sha256 } = request.body;
      return { generation: (await findOwnFile(deps.db.pool, { sha256, userId })) ?? null };
    },
  );
}
