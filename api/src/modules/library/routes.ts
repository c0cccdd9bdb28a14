import {
  AppError,
  invalidQuery,
  type LibraryChangeBody,
  type LibraryChangeReply,
  type LibraryQuery,
  type LibrarySort,
  libraryChangeBody,
  libraryChangeReply,
  libraryDaysReply,
  libraryDownloadBody,
  libraryFacetsReply,
  libraryFilter,
  libraryQuery,
  libraryReply,
} from '@atelier/contract';
import {
  changeLibrary,
  countLibraryDays,
  countLibraryFacets,
  inPreparedTransaction,
  type ListedGeneration,
  listLibraryPage,
  lockOwnProject,
  type Sorting,
  toPublicGeneration,
  walkLibrary,
} from '@atelier/db';
import { type NotifyDeps, notifyChanges } from '@atelier/generations';
import type { Api, RouteDeps } from '../../api.ts';
import { signedIn } from '../auth/session.ts';
import { addZipRoutes, libraryZips } from '../downloads/zip-routes.ts';
import { historyFailure } from '../generations/history-routes.ts';
import { readFilter } from './read-filter.ts';

const tags = ['library'];
const config = { keyScopes: ['read' as const], failure: historyFailure };

/** The list of all that a user has made, of every medium. */
export function libraryRoutes(api: Api, deps: RouteDeps): void {
  const present = (found: ListedGeneration[]) => found.map((each) => toPublicGeneration(each, deps.mediaUrl));

  addZipRoutes(api, deps, {
    tags,
    summary: 'Prepare a zip of results of any medium; returns its URL',
    body: libraryDownloadBody,
    listIds: ({ ids }) => ids,
    scope: libraryZips,
  });

  api.get(
    '/api/library',
    {
      config,
      schema: {
        tags,
        summary: 'List your generations by page, in an order, or by cursor, newest first',
        querystring: libraryQuery,
        response: { 200: libraryReply },
      },
    },
    async (request) => {
      const { page, pageSize, before, after, on } = request.query;
      const sorting = readSorting(request.query);
      const scope = { userId: signedIn(request).userId, filter: await readFilter(deps.db, request.query) };
      if (page !== undefined) {
        const { found, total } = await listLibraryPage(deps.db, scope, { page, pageSize }, sorting);
        const totalPages = Math.ceil(total / pageSize);
        return { data: present(found), next: null, previous: null, page, total, totalPages };
      }
      const walked = await walkLibrary(deps.db, scope, { before, after, on, limit: pageSize });
      const data = present(walked.found);
      return {
        data,
        next: walked.hasOlder ? (data.at(-1)?.id ?? null) : null,
        previous: walked.hasNewer ? (data[0]?.id ?? null) : null,
      };
    },
  );

  countRoutes(api, deps);

  api.post(
    '/api/library/change',
    {
      config: { keyScopes: ['generate'] },
      schema: {
        tags,
        summary: 'Set favorite mark, tags, project and text alternative of many generations at once',
        body: libraryChangeBody,
        response: { 200: libraryChangeReply },
      },
    },
    async (request) => changeGenerations(deps, signedIn(request).userId, request.body),
  );
}

const sortedColumns: Readonly<Record<LibrarySort, Sorting['by']>> = {
  created: 'created_at',
  model: 'model',
  credits: 'settled',
  status: 'status',
};

/** Throws invalid_query for an order of anything but pages. */
function readSorting({ page, sort, order }: LibraryQuery): Sorting | undefined {
  if (sort === undefined && order === undefined) return undefined;
  if (page !== undefined) return { by: sortedColumns[sort ?? 'created'], isAscending: order === 'asc' };
  const path = sort === undefined ? 'order' : 'sort';
  throw invalidQuery([{ path, code: 'needs_page', message: `${path} needs a page: only pages are sorted` }]);
}

function countRoutes(api: Api, deps: RouteDeps): void {
  api.get(
    '/api/library/facets',
    {
      config,
      schema: {
        tags,
        summary: 'Count matching generations by medium and by each filter value',
        querystring: libraryFilter,
        response: { 200: libraryFacetsReply },
      },
    },
    async (request) => {
      const scope = { userId: signedIn(request).userId, filter: await readFilter(deps.db, request.query) };
      return countLibraryFacets(deps.db, scope);
    },
  );

  api.get(
    '/api/library/days',
    {
      config,
      schema: {
        tags,
        summary: 'Count matching generations by day',
        querystring: libraryFilter,
        response: { 200: libraryDaysReply },
      },
    },
    async (request) => {
      const scope = { userId: signedIn(request).userId, filter: await readFilter(deps.db, request.query) };
      return { days: await countLibraryDays(deps.db, scope) };
    },
  );
}

/**
 * Limit up to which every browser gets the generations themselves; above it, each gets one message, after which it
 * reads its list again.
 */
const maxSingleEvents = 20;

/**
 * Changes generations of a user and notifies their browsers. Ids that are unknown, deleted or of others are skipped. Throws
 * not_found for a project that is not the user's.
 */
async function changeGenerations(
  deps: NotifyDeps,
  userId: string,
  body: LibraryChangeBody,
): Promise<LibraryChangeReply> {
  const { ids, favorite, addTags, removeTags, project, altText } = body;
  const { db } = deps;
  const change = { userId, ids, isFavorite: favorite, addTags, removeTags, projectId: project, altText };
  const { rows, full } = project
    ? await inPreparedTransaction(db, async (on) => {
        if (!(await lockOwnProject(on, userId, project))) throw new AppError('not_found');
        return changeLibrary(on, change);
      })
    : await changeLibrary(db.pool, change);
  if (rows.length > maxSingleEvents) await deps.realtime.emitToUser(userId, 'library:changed', {});
  else await notifyChanges(deps, rows);
  const known = new Set([...rows.map(({ id }) => id), ...full]);
  return { changed: rows.length, skipped: [...new Set(ids)].filter((id) => !known.has(id)), full };
}
