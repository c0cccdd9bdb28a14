import {
  AppError,
  emptyTrashBody,
  emptyTrashReply,
  idParams,
  libraryMoveReply,
  libraryRestoreBody,
  libraryTrashBody,
  type TrashedGeneration,
  trashedReply,
  trashQuery,
  trashReply,
} from '@atelier/contract';
import {
  countTrash,
  findTrashed,
  listTrash,
  type TrashRow,
  toPublicGeneration,
  withOutputs,
} from '@atelier/db';
import type { Api, RouteDeps } from '../../api.ts';
import { signedIn } from '../auth/session.ts';
import { moveToTrash, purgeGenerations, restoreGenerations } from './move-generations.ts';

const tags = ['library'];
const dayMs = 86_400_000;

export function trashRoutes(api: Api, deps: RouteDeps): void {
  listRoutes(api, deps);
  moveRoutes(api, deps);
}

function listRoutes(api: Api, deps: RouteDeps): void {
  api.get(
    '/api/trash',
    {
      config: { keyScopes: ['read'] },
      schema: {
        tags,
        summary: 'List the generations in the trash, last deleted first',
        querystring: trashQuery,
        response: { 200: trashReply },
      },
    },
    async (request) => {
      const { userId } = signedIn(request);
      const { pageSize, before } = request.query;
      const [rows, total] = await Promise.all([
        listTrash(deps.db.pool, { userId, after: before, limit: pageSize + 1 }),
        countTrash(deps.db.pool, userId),
      ]);
      const shown = rows.slice(0, pageSize);
      const next = rows.length > pageSize ? (shown.at(-1)?.cursor ?? null) : null;
      return { data: await describeTrashed(deps, shown), next, total };
    },
  );

  api.get(
    '/api/trash/:id',
    {
      config: { keyScopes: ['read'] },
      schema: {
        tags,
        summary: 'Get a generation that is in the trash',
        params: idParams,
        response: { 200: trashedReply },
      },
    },
    async (request) => {
      const row = await findTrashed(deps.db.pool, signedIn(request).userId, request.params.id);
      const [generation] = row ? await describeTrashed(deps, [row]) : [];
      if (!generation) throw new AppError('not_found');
      return { generation };
    },
  );
}

async function describeTrashed(
  { db, env, mediaUrl }: RouteDeps,
  rows: readonly TrashRow[],
): Promise<TrashedGeneration[]> {
  const full = await withOutputs(db.pool, rows);
  return rows.map((row, index) => ({
    generation: toPublicGeneration(full[index] ?? { generation: row, outputs: [] }, mediaUrl),
    deleted_at: row.deleted_at.toISOString(),
    leaves_at: new Date(row.deleted_at.getTime() + env.TRASH_DAYS * dayMs).toISOString(),
    keeps_files: row.keeps_files,
  }));
}

function moveRoutes(api: Api, deps: RouteDeps): void {
  const config = { keyScopes: ['generate' as const] };
  api.post(
    '/api/library/trash',
    {
      config,
      schema: {
        tags,
        summary: 'Move generations of any medium to the trash; running ones are cancelled',
        body: libraryTrashBody,
        response: { 200: libraryMoveReply },
      },
    },
    async (request) => {
      const { ids, deleteFiles } = request.body;
      const { userId } = signedIn(request);
      return describeMove(ids, await moveToTrash(deps, { userId, ids, hasFilesDeleted: deleteFiles }));
    },
  );

  api.post(
    '/api/library/restore',
    {
      config,
      schema: {
        tags,
        summary: 'Restore generations from the trash',
        body: libraryRestoreBody,
        response: { 200: libraryMoveReply },
      },
    },
    async (request) => {
      const { ids } = request.body;
      return describeMove(ids, await restoreGenerations(deps, { userId: signedIn(request).userId, ids }));
    },
  );

  api.delete(
    '/api/trash',
    {
      config,
      schema: {
        tags,
        summary: 'Delete generations in the trash for good: these, or all',
        body: emptyTrashBody,
        response: { 200: emptyTrashReply },
      },
    },
    async (request) => {
      const { userId } = signedIn(request);
      return { removed: await purgeGenerations(deps, { userId, ids: request.body?.ids }) };
    },
  );
}

/** Reply of a move. Ids that were not moved were skipped: unknown, another user's, or already moved. */
function describeMove(ids: readonly string[], moved: readonly string[]) {
  const isMoved = new Set(moved);
  return { moved: moved.length, skipped: [...new Set(ids)].filter((id) => !isMoved.has(id.toLowerCase())) };
}
