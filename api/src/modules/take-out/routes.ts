import { randomBytes, timingSafeEqual } from 'node:crypto';
import {
  AppError,
  idParams,
  takeOutAddressReply,
  takeOutBody,
  takeOutReply,
  takeOutStateReply,
} from '@atelier/contract';
import { findNewestTakeOut, findOwnTakeOut, insertTakeOut, type TakeOutRow } from '@atelier/db';
import type { ByteRange } from '@atelier/storage';
import { enqueueTakeOut, outdateTakeOuts, readArchive, toPublicTakeOut } from '@atelier/take-out';
import type { FastifyRequest } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import * as z from 'zod/mini';
import type { Api, RouteDeps } from '../../api.ts';
import { describeActor } from '../../plugins/describe-actor.ts';
import { requireFreshSignIn } from '../auth/guards.ts';
import { signedIn } from '../auth/session.ts';
import { sendBytes } from '../media/send-bytes.ts';

const tags = ['user'];
const archiveQuery = z.object({ token: z.optional(z.string().check(z.maxLength(100))) });

/**
 * The archive of everything that is a user's. A session alone, which may be stolen, neither starts nor downloads one: both
 * need a fresh sign-in. A download that has begun can go on for days, because its address carries a token.
 */
export function takeOutRoutes(api: Api, deps: RouteDeps): void {
  api.get(
    '/api/user/take-out',
    {
      config: { isFollowing: true },
      schema: {
        tags,
        summary: 'Get the state of your archive',
        response: { 200: takeOutStateReply },
      },
    },
    async (request) => {
      const row = await findNewestTakeOut(deps.db.pool, signedIn(request).userId);
      return { take_out: row ? toPublicTakeOut(row) : null };
    },
  );

  api.post(
    '/api/user/take-out',
    {
      schema: {
        tags,
        summary: 'Prepare an archive of all your data',
        body: takeOutBody,
        response: { 200: takeOutReply },
      },
    },
    async (request) => {
      requireFreshSignIn(request);
      return { take_out: toPublicTakeOut(await startTakeOut(deps, request, request.body.language)) };
    },
  );

  api.post(
    '/api/user/take-out/:id/address',
    {
      schema: {
        tags,
        summary: 'Get the address of your archive, valid until the archive expires',
        params: idParams,
        response: { 200: takeOutAddressReply },
      },
    },
    async (request) => {
      requireFreshSignIn(request);
      const { id, token } = await getReady(deps, request, request.params.id);
      await deps.audit.record({
        name: 'take_out_downloaded',
        ...describeActor(request),
        details: { take_out_id: id },
      });
      return { url: `/api/user/take-out/${id}/archive.zip?${new URLSearchParams({ token })}` };
    },
  );
  archiveRoute(api, deps);
}

function archiveRoute(api: Api, deps: RouteDeps): void {
  api.get(
    '/api/user/take-out/:id/archive.zip',
    {
      schema: {
        tags,
        summary: 'Download your archive, whole or in byte ranges',
        params: idParams,
        querystring: archiveQuery,
        response: { 200: { content: { 'application/zip': { schema: z.unknown() } } } },
      },
    },
    async (request, reply) => {
      const takeOut = await getReady(deps, request, request.params.id);
      if (!isRightToken(takeOut, request.query.token)) requireFreshSignIn(request);
      const day = takeOut.created_at.toISOString().slice(0, 10);
      reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename="atelier-${day}.zip"`)
        .header('last-modified', takeOut.ready_at.toUTCString())
        .header('cache-control', 'private, no-cache');
      const onGone = (key: string) => outdateTakeOuts(deps, [key]);
      const bytes = takeOut.archive_bytes;
      const read = (range: ByteRange = { start: 0, end: bytes - 1 }) =>
        readArchive({ ...deps, onGone }, takeOut, range);
      return sendBytes(request, reply, { etag: `"${takeOut.id}-${takeOut.run}"`, bytes, read });
    },
  );
}

/** The one that is being prepared, or a new one. A queue that does not answer delays it until the next sweep. */
async function startTakeOut(deps: RouteDeps, request: FastifyRequest, language: string): Promise<TakeOutRow> {
  const { userId } = signedIn(request);
  const token = randomBytes(32).toString('base64url');
  const row = await insertTakeOut(deps.db.pool, { id: uuidv7(), userId, language, token });
  if (!row) {
    const running = await findNewestTakeOut(deps.db.pool, userId);
    if (!running) throw new AppError('in_progress');
    return running;
  }
  await deps.audit.record({
    name: 'take_out_started',
    ...describeActor(request),
    details: { take_out_id: row.id },
  });
  await enqueueTakeOut(deps, row).catch((error: unknown) =>
    deps.log.warn({ err: error, takeOutId: row.id }, 'job not enqueued; the sweeper will enqueue it'),
  );
  return row;
}

type Ready = TakeOutRow & { frame_key: string; frame_bytes: number; archive_bytes: number; ready_at: Date };

/** The user's own archive, when it can be downloaded. Throws not_found, or take_out_outdated. */
async function getReady(deps: RouteDeps, request: FastifyRequest, id: string): Promise<Ready> {
  const row = await findOwnTakeOut(deps.db.pool, id, signedIn(request).userId);
  if (row?.state !== 'ready') throw new AppError('not_found');
  if (row.is_outdated) throw new AppError('take_out_outdated');
  // A constraint of the table: what is ready has them all.
  return row as Ready;
}

function isRightToken({ token }: TakeOutRow, given = ''): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}
