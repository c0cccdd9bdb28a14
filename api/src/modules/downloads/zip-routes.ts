import type { Readable } from 'node:stream';
import {
  AppError,
  type DownloadImagesReply,
  downloadImagesBody,
  downloadImagesReply,
  type ImageFormat,
  idParams,
  maxDownloadBytes,
} from '@atelier/contract';
import {
  findImageDownload,
  type ImageDownloadRow,
  insertImageDownload,
  listOwnImages,
  sumImageBytes,
  withOutputs,
} from '@atelier/db';
import { v7 as uuidv7 } from 'uuid';
import * as z from 'zod/mini';
import type { Api, RouteDeps } from '../../api.ts';
import type { ApiDeps } from '../../deps.ts';
import { signedIn } from '../auth/session.ts';
import type { ImageDeps } from './open-image.ts';
import { listEntries, zipEntries } from './zip-entries.ts';

const tags = ['images'];

export function downloadRoutes(api: Api, deps: RouteDeps): void {
  api.post(
    '/api/image-generation/download',
    {
      config: { keyScopes: ['files'] },
      schema: {
        tags,
        summary: 'Prepare a zip of images; returns its URL',
        body: downloadImagesBody,
        response: { 200: downloadImagesReply },
      },
    },
    async (request) => {
      const { userId } = signedIn(request);
      const { imageIds, format } = request.body;
      deps.pace.begin(userId)();
      return prepareDownload(deps, { userId, ids: imageIds, format });
    },
  );

  api.get(
    '/api/image-generation/download/:id',
    {
      // HEAD would read every file only to drop it.
      exposeHeadRoute: false,
      config: { keyScopes: ['files'] },
      schema: {
        tags,
        summary: 'Download a prepared zip, which is created while it is sent',
        params: idParams,
        response: { 200: { content: { 'application/zip': { schema: z.unknown() } } } },
      },
    },
    async (request, reply) => {
      const { userId } = signedIn(request);
      const download = await findImageDownload(deps.db.pool, request.params.id, userId);
      if (!download) throw new AppError('not_found');
      const end = deps.pace.begin(userId);
      const zip = await openDownload(deps, download, userId).catch((error) => {
        end();
        throw error;
      });
      zip.once('close', end);
      // A connection that was lost without a word must not keep its user from the next download.
      request.raw.setTimeout(idleMs);
      reply.header('content-disposition', `attachment; filename="images_${timestamp()}.zip"`);
      return reply.type('application/zip').header('cache-control', 'no-store').send(zip);
    },
  );
}

/** Like 20260301T101500Z. */
function timestamp(): string {
  return new Date().toISOString().replace(/[-:]|\.\d+/g, '');
}

/** Longer than the conversion of one image may take. */
const idleMs = 120_000;

/** Long enough for the browser's save dialog and a second try. */
const lifetimeSeconds = 3_600;

type Wanted = { userId: string; ids: readonly string[]; format: ImageFormat };

/** Stores the list of images and returns the zip's URL. Throws not_found when the user owns none, download_too_large. */
async function prepareDownload(
  deps: Pick<ApiDeps, 'db'>,
  { userId, ids, format }: Wanted,
): Promise<DownloadImagesReply> {
  const id = uuidv7();
  const generationIds = [...new Set(ids)];
  const bytes = await sumImageBytes(deps.db.pool, userId, generationIds);
  if (bytes > maxDownloadBytes)
    throw new AppError('download_too_large', { details: { bytes, max_bytes: maxDownloadBytes } });
  const hasImages = await insertImageDownload(deps.db.pool, {
    id,
    userId,
    generationIds,
    format,
    lifetimeSeconds,
  });
  if (!hasImages) throw new AppError('not_found', { message: 'Failed to prepare download' });
  return { downloadUrl: `/api/image-generation/download/${id}`, expires_seconds: lifetimeSeconds };
}

async function openDownload(
  deps: ImageDeps & Pick<ApiDeps, 'db'>,
  { generation_ids: ids, format }: ImageDownloadRow,
  userId: string,
): Promise<Readable> {
  // Queried again, because images deleted since then must not be in the zip.
  const own = await withOutputs(deps.db.pool, await listOwnImages(deps.db.pool, userId, ids));
  return zipEntries(listEntries(deps, { ids, own, format: format as ImageFormat }), deps.pace);
}
