import type { Medium } from '@atelier/catalog';
import {
  AppError,
  batchesQuery,
  batchesReply,
  batchReply,
  cancelBatchReply,
  changeBatchBody,
  createBatchBody,
  downloadImagesReply,
  idParams,
  isAppError,
  type PublicBatch,
  pickBody,
  pickStatisticsReply,
  submitBatchReply,
} from '@atelier/contract';
import {
  type BatchWithTotals,
  countPicks,
  findOwnBatch,
  listBatches,
  listBatchGenerations,
  pickInSet,
  renameBatch,
  takePickBack,
} from '@atelier/db';
import { cancelGeneration, endInLine, processEach } from '@atelier/generations';
import type { Api, RouteDeps } from '../../api.ts';
import { maxBatchBytes } from '../../plugins/bounds.ts';
import { batchLimit } from '../../plugins/rate-limit.ts';
import { signedIn } from '../auth/session.ts';
import { libraryZips, prepareZip } from '../downloads/zip-routes.ts';
import { submissionOrigin } from '../generations/read-submission.ts';
import { priceBatch, submitBatch } from './submit-batch.ts';

const tags = ['batches'];
const read = { config: { keyScopes: ['read' as const], isFollowing: true } };
const write = { config: { keyScopes: ['generate' as const] } };
const response = { 200: batchReply };

/** Many generations that are submitted, followed and compared as one. */
export function batchRoutes(api: Api, deps: RouteDeps): void {
  api.post(
    '/api/batches',
    {
      bodyLimit: maxBatchBytes,
      config: { ...batchLimit(deps.env).config, keyScopes: ['generate'] },
      schema: {
        tags,
        summary: 'Submit up to 500 generations as one batch, or price it',
        description:
          'Either all lines are accepted, in their order, or none. Generations that cannot start wait in your waiting line. A line is a `kind` and its `input`, as in `POST /api/generations`; all other fields are for all lines.',
        body: createBatchBody,
        response: { 200: submitBatchReply },
      },
    },
    async (request) => {
      const submitter = signedIn(request);
      const { body } = request;
      const asked = { body, origin: submissionOrigin(request) };
      if (body.dry_run) return priceBatch(deps, submitter, asked);
      const { id, generationIds, leftCredits } = await submitBatch(deps, submitter, asked);
      const batch = await getOne(deps, submitter.userId, id);
      return { batch, generations: generationIds, left_credits: leftCredits };
    },
  );

  readRoutes(api, deps);
  changeRoutes(api, deps);
  generationRoutes(api, deps);
}

function readRoutes(api: Api, deps: RouteDeps): void {
  const { pool } = deps.db;

  api.get(
    '/api/batches',
    {
      ...read,
      schema: {
        tags,
        summary: 'List your batches, newest first',
        querystring: batchesQuery,
        response: { 200: batchesReply },
      },
    },
    async (request) => {
      const { userId } = signedIn(request);
      const { before, pageSize } = request.query;
      const rows = await listBatches(pool, { userId, before, limit: pageSize + 1 });
      const page = rows.slice(0, pageSize);
      return {
        data: page.map((row) => present(deps, row)),
        next: rows.length > pageSize ? (page.at(-1)?.id ?? null) : null,
      };
    },
  );

  api.get(
    '/api/batches/statistics',
    {
      ...read,
      schema: {
        tags,
        summary: 'Get how often you picked each model, and the cost of a pick',
        response: { 200: pickStatisticsReply },
      },
    },
    async (request) => {
      const rows = await countPicks(pool, signedIn(request).userId);
      return {
        models: rows.map(({ medium, ...row }) => ({
          ...row,
          medium: medium as Medium,
          credits_per_keeper: row.keepers === 0 ? null : Math.ceil(row.credits / row.keepers),
        })),
      };
    },
  );

  api.get(
    '/api/batches/:id',
    { ...read, schema: { tags, summary: 'Get a batch and its progress', params: idParams, response } },
    async (request) => ({ batch: await getOne(deps, signedIn(request).userId, request.params.id) }),
  );
}

function changeRoutes(api: Api, deps: RouteDeps): void {
  const { pool } = deps.db;
  const changed = async (userId: string, id: string) => {
    await deps.realtime.emitToUser(userId, 'batches:changed', {});
    return { batch: await getOne(deps, userId, id) };
  };

  api.patch(
    '/api/batches/:id',
    {
      ...write,
      schema: { tags, summary: 'Rename a batch', params: idParams, body: changeBatchBody, response },
    },
    async (request) => {
      const { userId } = signedIn(request);
      const { id } = request.params;
      if (!(await renameBatch(pool, { userId, id, name: request.body.name })))
        throw new AppError('not_found');
      return changed(userId, id);
    },
  );

  api.put(
    '/api/batches/:id/pick',
    {
      ...write,
      schema: {
        tags,
        summary: 'Pick a result of a set, or withdraw the pick',
        params: idParams,
        body: pickBody,
        response,
      },
    },
    async (request) => {
      const { userId } = signedIn(request);
      const { id: batchId } = request.params;
      const { set, generation_id: generationId } = request.body;
      if (generationId === null) await takePickBack(pool, { userId, batchId, set });
      else if (!(await pickInSet(pool, { userId, batchId, set, generationId })))
        throw new AppError('not_found');
      return changed(userId, batchId);
    },
  );
}

/** Routes that act on all generations of a batch. */
function generationRoutes(api: Api, deps: RouteDeps): void {
  api.post(
    '/api/batches/:id/cancel',
    {
      ...write,
      schema: {
        tags,
        summary:
          'Cancel the unfinished generations of a batch; credits of waiting ones are returned immediately',
        params: idParams,
        response: { 200: cancelBatchReply },
      },
    },
    async (request) => ({
      changed: await cancelBatch(deps, signedIn(request).userId, request.params.id),
    }),
  );

  api.post(
    '/api/batches/:id/download',
    {
      config: { keyScopes: ['files'] },
      schema: {
        tags,
        summary: 'Prepare a zip of all results of a batch; returns its URL',
        params: idParams,
        response: { 200: downloadImagesReply },
      },
    },
    async (request) => {
      const { userId } = signedIn(request);
      const { id } = request.params;
      const { counts } = await getOne(deps, userId, id);
      if (counts.completed === 0) throw new AppError('not_found', { message: 'Failed to prepare download' });
      const generations = await listBatchGenerations(deps.db.pool, { userId, id });
      const ids = generations.map((generation) => generation.id);
      return prepareZip(deps, libraryZips, { userId, ids, format: 'original' });
    },
  );
}

/** Cancels waiting generations in one statement, the others one by one. Any that ends meanwhile is left as it is. */
async function cancelBatch(deps: RouteDeps, userId: string, id: string): Promise<number> {
  await getOne(deps, userId, id);
  const list = () => listBatchGenerations(deps.db.pool, { userId, id });
  const waiting = (await list()).filter(({ status }) => status === 'waiting');
  const ids = waiting.map((generation) => generation.id);
  const ended =
    ids.length === 0 ? [] : await endInLine(deps, { userId, ids, status: 'cancelled', error: null });
  let count = ended.length;
  const running = (await list()).filter(({ status }) => status === 'pending' || status === 'processing');
  const done = await processEach(deps, 'cancel a generation of a batch', running, async (generation) => {
    try {
      await cancelGeneration(deps, generation.id, userId);
      count += 1;
    } catch (error) {
      if (!isAppError(error) || error.code !== 'already_finished') throw error;
    }
  });
  if (done.length < running.length) throw new AppError('unavailable');
  return count;
}

async function getOne(deps: RouteDeps, userId: string, id: string): Promise<PublicBatch> {
  const row = await findOwnBatch(deps.db.pool, userId, id);
  if (!row) throw new AppError('not_found');
  return present(deps, row);
}

function present({ mediaUrl }: Pick<RouteDeps, 'mediaUrl'>, row: BatchWithTotals): PublicBatch {
  const { id, name, project_id, lines, sets, waiting, running, completed, failed, picks } = row;
  return {
    id,
    name,
    project_id,
    lines,
    sets,
    counts: { waiting, running, completed, failed, deleted: lines - row.generations },
    credits: { total: row.cost, held: row.held, charged: row.charged, released: row.released },
    picks,
    covers: row.cover_keys.map(mediaUrl),
    created_at: row.created_at.toISOString(),
  };
}
