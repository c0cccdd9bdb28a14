import {
  changeFilmBody,
  createFilmBody,
  deleteProjectReply,
  type FilmReply,
  filmReply,
  filmsReply,
  idParams,
  makeShotsBody,
  makeShotsReply,
} from '@atelier/contract';
import { type FilmRow, listOwnFilms } from '@atelier/db';
import type { Api, RouteDeps } from '../../api.ts';
import { maxBatchBytes } from '../../plugins/bounds.ts';
import { batchLimit } from '../../plugins/rate-limit.ts';
import { refuseLocked } from '../auth/guards.ts';
import { signedIn } from '../auth/session.ts';
import { submissionOrigin } from '../generations/read-submission.ts';
import { changeOwnFilm, createFilm, deleteOwnFilm, getOwnFilm, joinNow } from './change-film.ts';
import { toFilmSummary, toPublicFilm } from './describe-film.ts';
import { makeShots } from './make-shots.ts';
import { filmVersionRoutes } from './version-routes.ts';

const tags = ['films'];
const read = { config: { keyScopes: ['read' as const], isFollowing: true } };
const write = { config: { keyScopes: ['generate' as const] }, onRequest: refuseLocked };
const response = { 200: filmReply };

const present = async (deps: RouteDeps, film: FilmRow): Promise<FilmReply> => ({
  film: await toPublicFilm(deps, film),
});

/** Films: shots that are made by models and joined by a cut. */
export function filmRoutes(api: Api, deps: RouteDeps): void {
  readRoutes(api, deps);
  editRoutes(api, deps);
  makeRoutes(api, deps);
  filmVersionRoutes(api, deps);
}

function readRoutes(api: Api, deps: RouteDeps): void {
  api.get(
    '/api/films',
    {
      ...read,
      schema: { tags, summary: 'List your films, last edited first', response: { 200: filmsReply } },
    },
    async (request) => {
      const rows = await listOwnFilms(deps.db.pool, signedIn(request).userId);
      return { data: rows.map((row) => toFilmSummary(deps, row)) };
    },
  );

  api.get(
    '/api/films/:id',
    {
      config: { keyScopes: ['generate', 'read'], isFollowing: true },
      schema: { tags, summary: 'Get a film with its shots and takes', params: idParams, response },
    },
    async (request) => {
      const { userId } = signedIn(request);
      return present(deps, await getOwnFilm(deps, { id: request.params.id, userId }));
    },
  );
}

function editRoutes(api: Api, deps: RouteDeps): void {
  api.post(
    '/api/films',
    {
      ...write,
      bodyLimit: maxBatchBytes,
      schema: {
        tags,
        summary: 'Create a film',
        description:
          'Free. With `works` in place of a `document`, each video becomes a shot with that take, each picture one that begins with it. A document has no takes yet: `take_id` of a shot has no effect.',
        body: createFilmBody,
        response,
      },
    },
    async (request) => {
      const { userId } = signedIn(request);
      const { project_id: projectId, ...film } = request.body;
      return present(deps, await createFilm(deps, { ...film, userId, projectId }));
    },
  );

  api.put(
    '/api/films/:id',
    {
      ...write,
      bodyLimit: maxBatchBytes,
      schema: {
        tags,
        summary: 'Save the document or the name of a film',
        description:
          'When the film has another revision by now, the answer is 409 `film_changed`, and the document that was sent is kept as a version: its id is `version`.',
        params: idParams,
        body: changeFilmBody,
        response,
      },
    },
    async (request) => {
      const { userId } = signedIn(request);
      return present(deps, await changeOwnFilm(deps, { ...request.body, id: request.params.id, userId }));
    },
  );

  api.delete(
    '/api/films/:id',
    {
      config: write.config,
      schema: {
        tags,
        summary: 'Delete a film; its takes stay in the library',
        params: idParams,
        response: { 200: deleteProjectReply },
      },
    },
    async (request) => {
      const { userId } = signedIn(request);
      const { id } = await deleteOwnFilm(deps, { id: request.params.id, userId });
      return { success: true as const, id };
    },
  );
}

function makeRoutes(api: Api, deps: RouteDeps): void {
  api.post(
    '/api/films/:id/make',
    {
      config: { ...batchLimit(deps.env).config, keyScopes: ['generate'] },
      schema: {
        tags,
        summary: 'Make the missing shots of a film, or price them',
        description:
          'One batch with a line for each shot; either all are accepted or none. Named shots get another take, also when they have one. Only good takes are charged.',
        params: idParams,
        body: makeShotsBody,
        response: { 200: makeShotsReply },
      },
    },
    (request) => {
      const { id } = request.params;
      const { body } = request;
      return makeShots(deps, { id, submitter: signedIn(request), body, origin: submissionOrigin(request) });
    },
  );

  api.post(
    '/api/films/:id/join',
    {
      ...write,
      schema: {
        tags,
        summary: 'Join the takes of a film',
        description:
          'Free. The result is a generation of the kind `cut`; follow it with `GET /api/films/{id}`.',
        params: idParams,
        response,
      },
    },
    async (request) => {
      const { userId } = signedIn(request);
      return present(deps, await joinNow(deps, { id: request.params.id, userId }));
    },
  );
}
