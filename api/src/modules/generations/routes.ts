import {
  AppError,
  generationReply,
  generationsQuery,
  generationsReply,
  idParams,
  visibilityBody,
} from '@atelier/contract';
import {
  getOwnGeneration,
  listNewestGenerations,
  listRunningGenerations,
  markVisibility,
  toPublicGeneration,
  withOutputs,
} from '@atelier/db';
import { cancelGeneration, notifyChange } from '@atelier/generations';
import type { Api, RouteDeps } from '../../api.ts';
import { signedIn } from '../auth/session.ts';

const tags = ['generations'];
const response = { 200: generationReply };
const newestLimit = 20;

export function generationRoutes(api: Api, deps: RouteDeps): void {
  api.get(
    '/api/generations',
    {
      schema: {
        tags,
        summary: 'List your newest or your running generations',
        querystring: generationsQuery,
        response: { 200: generationsReply },
      },
    },
    async (request) => {
      const { userId } = signedIn(request);
      const { active, medium } = request.query;
      const rows =
        active === 'true'
          ? (await listRunningGenerations(deps.db.pool, userId)).filter(
              (row) => medium === undefined || row.medium === medium,
            )
          : await listNewestGenerations(deps.db, { userId, medium, limit: newestLimit });
      const full = await withOutputs(deps.db.pool, rows);
      return { data: full.map((each) => toPublicGeneration(each, deps.mediaUrl)) };
    },
  );

  api.get(
    '/api/generations/:id',
    { schema: { tags, summary: 'Get a generation', params: idParams, response } },
    async (request) => {
      const { userId } = signedIn(request);
      const own = await getOwnGeneration(deps.db.pool, request.params.id, userId);
      return { generation: toPublicGeneration(own, deps.mediaUrl) };
    },
  );

  changeRoutes(api, deps);
}

function changeRoutes(api: Api, deps: RouteDeps): void {
  api.post(
    '/api/generations/:id/cancel',
    {
      schema: {
        tags,
        summary: 'Cancel a running generation',
        params: idParams,
        response,
      },
    },
    async (request) => ({
      generation: await cancelGeneration(deps, request.params.id, signedIn(request).userId),
    }),
  );

  api.patch(
    '/api/generations/:id',
    {
      schema: {
        tags,
        summary: 'Make a generation public or private',
        params: idParams,
        body: visibilityBody,
        response,
      },
    },
    async (request) => {
      const { userId } = signedIn(request);
      const change = { id: request.params.id, userId, isPublic: request.body.is_public };
      const row = await markVisibility(deps.db, change);
      if (!row) throw new AppError('not_found');
      return { generation: await notifyChange(deps, row) };
    },
  );
}
