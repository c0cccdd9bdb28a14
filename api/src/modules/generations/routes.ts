import {
  AppError,
  frameBody,
  type GenerationsQuery,
  generationReply,
  generationsQuery,
  generationsReply,
  idParams,
  uploadImageReply,
  visibilityBody,
} from '@atelier/contract';
import {
  findFirstAnswer,
  findGeneration,
  type GenerationRow,
  getOwnGeneration,
  listNewestGenerations,
  listOwnGenerations,
  listRunningGenerations,
  markVisibility,
  toPublicGeneration,
  withOutputs,
} from '@atelier/db';
import { cancelGeneration, notifyChange } from '@atelier/generations';
import type { Api, RouteDeps } from '../../api.ts';
import { uploadLimit } from '../../plugins/rate-limit.ts';
import { refuseLocked } from '../auth/guards.ts';
import { signedIn } from '../auth/session.ts';
import { stopSharing } from '../shares/stop-sharing.ts';
import { creationRoute } from './creation-route.ts';
import { cutFrame } from './cut-frame.ts';

const tags = ['generations'];
const response = { 200: generationReply };
const newestLimit = 20;

export function generationRoutes(api: Api, deps: RouteDeps): void {
  api.get(
    '/api/generations',
    {
      config: { keyScopes: ['read'], isFollowing: true },
      schema: {
        tags,
        summary: 'List your newest or running generations, or find them by id or by submission',
        querystring: generationsQuery,
        response: { 200: generationsReply },
      },
    },
    async (request) => {
      const { userId } = signedIn(request);
      const full = await withOutputs(deps.db.pool, await listGenerations(deps, userId, request.query));
      return { data: full.map((each) => toPublicGeneration(each, deps.mediaUrl)) };
    },
  );

  api.get(
    '/api/generations/:id',
    {
      config: { keyScopes: ['generate', 'read'], isFollowing: true },
      schema: { tags, summary: 'Get a generation', params: idParams, response },
    },
    async (request) => {
      const { userId } = signedIn(request);
      const own = await getOwnGeneration(deps.db.pool, request.params.id, userId);
      return { generation: toPublicGeneration(own, deps.mediaUrl) };
    },
  );

  creationRoute(api, deps);
  changeRoutes(api, deps);
  frameRoutes(api, deps);
}

/** A frame is an upload: it has the limits and the rights of one. */
function frameRoutes(api: Api, deps: RouteDeps): void {
  api.post(
    '/api/generations/:id/frames',
    {
      config: { ...uploadLimit(deps.env).config, keyScopes: ['files'] },
      onRequest: refuseLocked,
      schema: {
        tags,
        summary: 'Cut a frame out of a finished video, as an upload that forms take',
        params: idParams,
        body: frameBody,
        response: { 200: uploadImageReply },
      },
    },
    async (request) =>
      cutFrame(deps, { ...request.body, id: request.params.id, userId: signedIn(request).userId }),
  );
}

async function listGenerations(
  { db }: Pick<RouteDeps, 'db'>,
  userId: string,
  { active, ids, medium, submission }: GenerationsQuery,
): Promise<GenerationRow[]> {
  const isWanted = (row: GenerationRow) => medium === undefined || row.medium === medium;
  if (submission !== undefined)
    return (await listGenerationsOfSubmission(db.pool, userId, submission)).filter(isWanted);
  if (active === 'true' || ids !== undefined) {
    const running = active === 'true' ? await listRunningGenerations(db.pool, userId) : [];
    const named = ids === undefined ? [] : await listOwnGenerations(db.pool, userId, ids.split(','));
    return [...new Map([...running, ...named].map((row) => [row.id, row])).values()].filter(isWanted);
  }
  return listNewestGenerations(db, { userId, medium, limit: newestLimit });
}

/** The generation that a submission made, unless it was deleted since; whether it arrived is known for 24 h. */
async function listGenerationsOfSubmission(
  pool: RouteDeps['db']['pool'],
  userId: string,
  requestId: string,
): Promise<GenerationRow[]> {
  const first = await findFirstAnswer(pool, userId, requestId.toLowerCase());
  const row = first && (await findGeneration(pool, first.generationId));
  return row && !row.deleted_at ? [row] : [];
}

function changeRoutes(api: Api, deps: RouteDeps): void {
  api.post(
    '/api/generations/:id/cancel',
    {
      config: { keyScopes: ['generate'], isFollowing: true },
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
      config: { keyScopes: ['generate'] },
      schema: {
        tags,
        summary: 'Make a generation public or private',
        description:
          'Anyone with their address can read the files of a public generation. Making it private also stops sharing it.',
        params: idParams,
        body: visibilityBody,
        response,
      },
    },
    async (request) => {
      const { userId } = signedIn(request);
      const change = { id: request.params.id, userId, isPublic: request.body.is_public };
      const row = await markVisibility(deps.db, change);
      if (row && !change.isPublic) await stopSharing(deps, request, row.id);
      if (!row) throw new AppError('not_found');
      return { generation: await notifyChange(deps, row) };
    },
  );
}
