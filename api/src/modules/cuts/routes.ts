import { AppError, createCutBody, cutReply, cutsReply, idParams } from '@atelier/contract';
import { findOwnCut, listOwnCuts, markCutCancelled } from '@atelier/db';
import { notifyCut, toPublicCut } from '@atelier/generations';
import type { Api, RouteDeps } from '../../api.ts';
import { refuseLocked } from '../auth/guards.ts';
import { signedIn } from '../auth/session.ts';
import { submitCut } from './submit-cut.ts';

const tags = ['cuts'];
const response = { 200: cutReply };

/** The cutting bench: videos and sounds of the user's own are cut and joined here, by no model and at no price. */
export function cutRoutes(api: Api, deps: RouteDeps): void {
  api.get(
    '/api/cuts',
    {
      config: { keyScopes: ['read'], isFollowing: true },
      schema: {
        tags,
        summary: 'List your cuts that wait, run, or ended within a day',
        response: { 200: cutsReply },
      },
    },
    async (request) => {
      const rows = await listOwnCuts(deps.db.pool, signedIn(request).userId);
      return { data: rows.map(toPublicCut) };
    },
  );

  api.post(
    '/api/cuts',
    {
      config: { keyScopes: ['generate'] },
      onRequest: refuseLocked,
      schema: {
        tags,
        summary: 'Cut and join videos or sounds of your own',
        description:
          'Free. Each clip is a part of one of your results or uploads: of a video, or of a sound where `result` is `mp3` or `wav`. The result is a generation of the kind `cut`, made when the rendering ends; follow it with `GET /api/cuts/{id}`.',
        body: createCutBody,
        response,
      },
    },
    async (request) => {
      const { userId, hasEverPaid } = signedIn(request);
      if (!hasEverPaid) throw new AppError('please_upgrade_account');
      const { plan, request_id: requestId, project_id: projectId } = request.body;
      const cut = await submitCut(deps, { userId, plan, requestId, projectId });
      return { cut: toPublicCut(cut) };
    },
  );

  followRoutes(api, deps);
}

function followRoutes(api: Api, deps: RouteDeps): void {
  api.get(
    '/api/cuts/:id',
    {
      config: { keyScopes: ['generate', 'read'], isFollowing: true },
      schema: { tags, summary: 'Get a cut', params: idParams, response },
    },
    async (request) => {
      const row = await findOwnCut(deps.db.pool, request.params.id, signedIn(request).userId);
      if (!row) throw new AppError('not_found');
      return { cut: toPublicCut(row) };
    },
  );

  api.post(
    '/api/cuts/:id/cancel',
    {
      config: { keyScopes: ['generate'], isFollowing: true },
      schema: { tags, summary: 'Cancel a cut that waits or runs', params: idParams, response },
    },
    async (request) => {
      const { userId } = signedIn(request);
      const { id } = request.params;
      const cancelled = await markCutCancelled(deps.db.pool, id, userId);
      const row = cancelled ?? (await findOwnCut(deps.db.pool, id, userId));
      if (!row) throw new AppError('not_found');
      if (row.state !== 'cancelled') throw new AppError('already_finished');
      await notifyCut(deps, cancelled);
      return { cut: toPublicCut(row) };
    },
  );
}
