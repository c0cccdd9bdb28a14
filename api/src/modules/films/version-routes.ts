import {
  createVersionBody,
  filmReply,
  filmVersionParams,
  filmVersionReply,
  filmVersionsReply,
  idParams,
} from '@atelier/contract';
import { listVersions } from '@atelier/db';
import type { Api, RouteDeps } from '../../api.ts';
import { refuseLocked } from '../auth/guards.ts';
import { signedIn } from '../auth/session.ts';
import { getOwnFilm, restoreVersion, saveVersion } from './change-film.ts';
import { toPublicFilm, toPublicVersion } from './describe-film.ts';

const tags = ['films'];
const write = { config: { keyScopes: ['generate' as const] }, onRequest: refuseLocked };

/** Earlier documents of a film. */
export function filmVersionRoutes(api: Api, deps: RouteDeps): void {
  api.get(
    '/api/films/:id/versions',
    {
      config: { keyScopes: ['read'] },
      schema: {
        tags,
        summary: 'List the versions of a film, newest first',
        params: idParams,
        response: { 200: filmVersionsReply },
      },
    },
    async (request) => {
      const { userId } = signedIn(request);
      const { id } = await getOwnFilm(deps, { id: request.params.id, userId });
      return { data: (await listVersions(deps.db.pool, id)).map(toPublicVersion) };
    },
  );

  api.post(
    '/api/films/:id/versions',
    {
      ...write,
      schema: {
        tags,
        summary: 'Keep a film as it is by a name',
        params: idParams,
        body: createVersionBody,
        response: { 200: filmVersionReply },
      },
    },
    async (request) => {
      const { userId } = signedIn(request);
      const { name } = request.body;
      return { version: toPublicVersion(await saveVersion(deps, { id: request.params.id, userId, name })) };
    },
  );

  api.post(
    '/api/films/:id/versions/:version/restore',
    {
      ...write,
      schema: {
        tags,
        summary: 'Put a version in place of the document, which is kept as a version',
        params: filmVersionParams,
        response: { 200: filmReply },
      },
    },
    async (request) => {
      const { userId } = signedIn(request);
      const film = await restoreVersion(deps, { ...request.params, userId });
      return { film: await toPublicFilm(deps, film) };
    },
  );
}
