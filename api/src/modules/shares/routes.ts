import {
  AppError,
  type ChangeShareBody,
  changeShareBody,
  createShareBody,
  idParams,
  pushLanguages,
  type Share,
  shareReply,
  sharesReply,
} from '@atelier/contract';
import {
  changeShare,
  createShare,
  findOwnShare,
  getOwnGeneration,
  listShares,
  rememberLanguage,
  type SharedPageRow,
  type ShareRow,
} from '@atelier/db';
import { v7 as uuidv7 } from 'uuid';
import type { Api, RouteDeps } from '../../api.ts';
import { describeActor } from '../../plugins/describe-actor.ts';
import { shareLimit } from '../../plugins/rate-limit.ts';
import { findLanguage } from '../../plugins/web-app.ts';
import { refuseLocked } from '../auth/guards.ts';
import { signedIn } from '../auth/session.ts';
import { hashShareToken, newShareToken } from './share-token.ts';
import { stopSharing } from './stop-sharing.ts';

const tags = ['shares'];
const path = '/api/generations/:id/share';
const response = { 200: shareReply };

/** The owner's side of shared pages. */
export function shareRoutes(api: Api, deps: RouteDeps): void {
  const present = (row: ShareRow) => presentShare(row, deps.env.PUBLIC_URL);

  api.get(
    '/api/shares',
    {
      config: { keyScopes: ['read'] },
      schema: {
        tags,
        summary: 'List the pages that you share, newest first',
        response: { 200: sharesReply },
      },
    },
    async (request) => {
      const rows = await listShares(deps.db.pool, signedIn(request).userId);
      const presentPage = ({ kind, medium, prompt, ...row }: SharedPageRow) => ({
        ...present(row),
        kind,
        medium: medium as 'video',
        prompt,
      });
      return { data: rows.map(presentPage) };
    },
  );

  api.get(
    path,
    {
      config: { keyScopes: ['generate', 'read'] },
      schema: { tags, summary: 'Get the newest share of a generation', params: idParams, response },
    },
    async (request) => {
      const { userId } = signedIn(request);
      const { generation } = await getOwnGeneration(deps.db.pool, request.params.id, userId);
      const row = await findOwnShare(deps.db.pool, generation.id, userId);
      return { share: row ? present(row) : null };
    },
  );

  createRoute(api, deps, present);
  changeRoutes(api, deps, present);
}

type Present = (row: ShareRow) => Share;

function createRoute(api: Api, deps: RouteDeps, present: Present): void {
  api.post(
    path,
    {
      config: { ...shareLimit(deps.env).config, keyScopes: ['generate'] },
      onRequest: refuseLocked,
      schema: {
        tags,
        summary: 'Share a finished generation as a page that everyone with its address can open',
        description: 'A generation that is shared already keeps its page and its settings.',
        params: idParams,
        body: createShareBody,
        response,
      },
    },
    async (request) => {
      const { userId } = signedIn(request);
      const token = newShareToken();
      const tokenHash = hashShareToken(token);
      if (!tokenHash) throw new Error('a new token is none');
      const settings = { ...request.body, ends_at: readEnd(request.body.ends_at) ?? null };
      const created = await createShare(
        deps.db,
        { ...settings, id: uuidv7(), generationId: request.params.id, userId, token, tokenHash },
        (on, share) =>
          deps.audit.record(
            {
              name: 'share_created',
              ...describeActor(request),
              details: { share_id: share.id, generation_id: share.generation_id },
            },
            on,
          ),
      );
      if (!created.ok) throw new AppError(created.reason);
      // A program has no language of its own.
      if (signedIn(request).signedInBy === 'cookie')
        await rememberLanguage(deps.db.pool, userId, findLanguage(request, pushLanguages));
      return { share: present(created.share) };
    },
  );
}

function changeRoutes(api: Api, deps: RouteDeps, present: Present): void {
  api.patch(
    path,
    {
      config: { keyScopes: ['generate'] },
      schema: {
        tags,
        summary: 'Change what a shared page shows and allows',
        params: idParams,
        body: changeShareBody,
        response,
      },
    },
    async (request) => {
      const settings: ChangeShareBody = request.body;
      const { userId } = signedIn(request);
      const row = await changeShare(deps.db.pool, {
        generationId: request.params.id,
        userId,
        settings: { ...settings, ends_at: readEnd(settings.ends_at) },
      });
      if (!row) throw new AppError('not_found', { message: 'This generation is not shared' });
      return { share: present(row) };
    },
  );

  api.delete(
    path,
    {
      config: { keyScopes: ['generate'] },
      schema: { tags, summary: 'Stop sharing a generation, at once', params: idParams, response },
    },
    async (request) => {
      const { userId } = signedIn(request);
      await stopSharing(deps, request, request.params.id);
      const row = await findOwnShare(deps.db.pool, request.params.id, userId);
      if (!row) throw new AppError('not_found');
      return { share: present(row) };
    },
  );
}

const maxShareDays = 5 * 365;

/** Reads the end of a share; undefined and null stay as they are. Throws validation_failed when it is past or too far away. */
function readEnd(moment: string | null | undefined): Date | null | undefined {
  if (moment === undefined || moment === null) return moment;
  const end = new Date(moment);
  const days = (end.getTime() - Date.now()) / 86_400_000;
  if (days > 0 && days <= maxShareDays) return end;
  const message = 'The end must be in the future, at most five years away';
  throw new AppError('validation_failed', {
    details: { issues: [{ path: 'ends_at', message, code: 'value_refused' }] },
  });
}

function presentShare(row: ShareRow, publicUrl: string): Share {
  return {
    generation_id: row.generation_id,
    state: row.state,
    url: row.state === 'active' ? `${publicUrl}/s/${row.token}` : null,
    shows_prompt: row.shows_prompt,
    shows_settings: row.shows_settings,
    allows_download: row.allows_download,
    allows_indexing: row.allows_indexing,
    taken_down_reason: row.taken_down_reason,
    views: row.views,
    created_at: row.created_at.toISOString(),
    ends_at: row.ends_at?.toISOString() ?? null,
  };
}
