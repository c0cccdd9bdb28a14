import type { Medium } from '@atelier/catalog';
import {
  AppError,
  deleteBody,
  deleteQuery,
  deleteReply,
  type HistoryQuery,
  type PublicGeneration,
} from '@atelier/contract';
import {
  type LibraryFilter,
  type LibraryScope,
  type ListedPage,
  type ListedRow,
  listLibraryPage,
  type Page,
  toPublicGeneration,
} from '@atelier/db';
import type * as z from 'zod/mini';
import type { Api, RouteDeps } from '../../api.ts';
import { signedIn } from '../auth/session.ts';
import { moveToTrash } from '../trash/move-generations.ts';
import { takeQueryAsBody } from './bodiless-deletes.ts';

/** The sentence of a history that cannot be read. */
export const historyFailure = 'Failed to fetch history';

type HistoryPage = { data: unknown[]; total: number; page: number; totalPages: number };

export type FoundGeneration = { row: ListedRow; generation: PublicGeneration };

export type History<Query extends HistoryQuery, Reply extends HistoryPage> = {
  medium: Medium;
  /** The routes are `GET <path>/history` and `DELETE <path>/delete`. */
  path: string;
  tags: string[];
  summaries: { history: string; delete: string };
  query: z.ZodMiniType<Query>;
  reply: z.ZodMiniType<Reply>;
  /** Reads further filters of the list, besides the medium and the search. */
  readFilter?: (query: Query) => Partial<LibraryFilter>;
  /** Reads a page with what becomes further fields of the reply; without it, the list alone. */
  readPage?: (
    scope: LibraryScope,
    page: Page,
  ) => Promise<ListedPage & { more?: Omit<Reply, keyof HistoryPage> }>;
  toRows: (found: FoundGeneration[]) => Reply['data'] | Promise<Reply['data']>;
};

/** The history of a medium and the deletion of one of its generations. */
export function addHistoryRoutes<Query extends HistoryQuery, Reply extends HistoryPage>(
  api: Api,
  deps: RouteDeps,
  history: History<Query, Reply>,
): void {
  addHistoryList(api, deps, history);
  const { medium, path, tags, summaries } = history;

  api.delete(
    `${path}/delete`,
    {
      config: { keyScopes: ['generate'] },
      preValidation: takeQueryAsBody,
      schema: {
        tags,
        summary: summaries.delete,
        querystring: deleteQuery,
        body: deleteBody,
        response: { 200: deleteReply },
      },
    },
    async (request) => {
      const { id, deleteFiles = true } = request.body;
      const { userId } = signedIn(request);
      const moved = await moveToTrash(deps, { ids: [id], userId, medium, hasFilesDeleted: deleteFiles });
      if (moved.length === 0) throw new AppError('not_found', { message: 'Failed to delete record' });
      return { success: true as const, id };
    },
  );
}

/** The list alone, newest first. A page past the end is empty and no error. */
export function addHistoryList<Query extends HistoryQuery, Reply extends HistoryPage>(
  api: Api,
  deps: RouteDeps,
  {
    medium,
    path,
    tags,
    summaries,
    query,
    reply,
    readFilter,
    readPage = (scope, page) => listLibraryPage(deps.db, scope, page),
    toRows,
  }: Omit<History<Query, Reply>, 'summaries'> & {
    summaries: { history: string };
  },
): void {
  // Leaves out the type parameters, which Fastify cannot resolve; `toRows` and `readPage` keep the reply to its schema.
  const schemas: { querystring: z.ZodMiniType<HistoryQuery>; response: { 200: z.ZodMiniType } } = {
    querystring: query,
    response: { 200: reply },
  };
  api.get(
    `${path}/history`,
    {
      config: { keyScopes: ['read'], failure: historyFailure },
      schema: { tags, summary: summaries.history, ...schemas },
    },
    async (request) => {
      const { page, pageSize, search } = request.query;
      const { userId } = signedIn(request);
      const filter = {
        ...readFilter?.(request.query as Query),
        media: [medium],
        search: search.trim(),
        zone: 'UTC',
      };
      const listed = await readPage({ userId, filter }, { page, pageSize });
      const { total, more } = listed;
      const found = listed.found.map((each) => ({
        row: each.generation,
        generation: toPublicGeneration(each, deps.mediaUrl),
      }));
      return { data: await toRows(found), total, page, totalPages: Math.ceil(total / pageSize), ...more };
    },
  );
}

/** When the status or the stage last changed. */
export function updatedAt({ finished_at, progress, created_at }: PublicGeneration): string {
  return finished_at ?? progress.stage_started_at ?? created_at;
}
