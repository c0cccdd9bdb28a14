import type { Readable } from 'node:stream';
import {
  AppError,
  type DownloadImagesReply,
  downloadImagesBody,
  downloadImagesReply,
  type ImageFormat,
  idParams,
} from '@atelier/contract';
import { findImageDownload, insertImageDownload, listOwnImages, withOutputs } from '@atelier/db';
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
      schema: {
        tags,
        summary: 'Prepare a zip of images; returns its URL',
        body: downloadImagesBody,
        response: { 200: downloadImagesReply },
      },
    },
    async (request) => {
      const { imageIds, format } = request.body;
      return prepareDownload(deps, { userId: signedIn(request).userId, ids: imageIds, format });
    },
  );

  api.get(
    '/api/image-generation/download/:id',
    {
      // HEAD would read every file only to drop it.
      exposeHeadRoute: false,
      schema: {
        tags,
        summary: 'Download a prepared zip, which is created while it is sent',
        params: idParams,
        response: { 200: { content: { 'application/zip': { schema: z.unknown() } } } },
      },
    },
    async (request, reply) => {
      const zip = await openDownload(deps, request.params.id, signedIn(request).userId);
      reply.header('content-disposition', `attachment; filename="images_${timestamp()}.zip"`);
      return reply.type('application/zip').header('cache-control', 'no-store').send(zip);
    },
  );
}

/** Like 20260301T101500Z. */
function timestamp(): string {
  return new Date().toISOString().replace(/[-:]|\.\d+/g, '');
}

/** Long enough for the browser's save dialog and a second try. */
const lifetimeSeconds = 3_600;

type Wanted = { userId: string; ids: readonly string[]; format: ImageFormat };

/** Stores the list of images and returns the zip's URL. Throws not_found when the user owns none of them. */
async function prepareDownload(
  deps: Pick<ApiDeps, 'db'>,
  { userId, ids, format }: Wanted,
): Promise<DownloadImagesReply> {
  const id = uuidv7();
  const generationIds = [...new Set(ids)];
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

/** Throws not_found for another user's download and after it has expired. */
async function openDownload(
  deps: ImageDeps & Pick<ApiDeps, 'db'>,
  id: string,
  userId: string,
): Promise<Readable> {
  const download = await findImageDownload(deps.db.pool, id, userId);
  if (!download) throw new AppError('not_found');
  const ids = download.generation_ids;
  // Queried again, because images deleted since then must not be in the zip.
  const own = await withOutputs(deps.db.pool, await listOwnImages(deps.db.pool, userId, ids));
  return zipEntries(listEntries(deps, { ids, own, format: download.format as ImageFormat }));
}
