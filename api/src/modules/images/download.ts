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
import { type EntryDeps, listEntries, zipEntries } from './zip-entries.ts';

/** Long enough to confirm where to save it and to try again; then the list is forgotten. */
const lifetimeSeconds = 3_600;

type Wanted = { userId: string; ids: readonly string[]; format: ImageFormat };

/** Notes down what is wanted and answers with the address of the zip. Throws not_found when no image is theirs. */
async function prepareDownload(
  deps: Pick<ApiDeps, 'db'>,
  { userId, ids, format }: Wanted,
): Promise<DownloadImagesReply> {
  const id = uuidv7();
  const generationIds = [...new Set(ids)];
  const isTheirs = await insertImageDownload(deps.db.pool, {
    id,
    userId,
    generationIds,
    format,
    lifetimeSeconds,
  });
  if (!isTheirs) throw new AppError('not_found', { message: 'Failed to prepare download' });
  return { downloadUrl: `/api/image-generation/download/${id}`, expires_seconds: lifetimeSeconds };
}

const tags = ['images'];

export function downloadRoutes(api: Api, deps: RouteDeps): void {
  api.post(
    '/api/image-generation/download',
    {
      schema: {
        tags,
        summary: 'Ask for a zip of images',
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
      // HEAD would read every file to say nothing.
      exposeHeadRoute: false,
      schema: {
        tags,
        summary: 'The zip, made while it is sent',
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

/** As in 20260301T101500Z. */
function timestamp(): string {
  return new Date().toISOString().replace(/[-:]|\.\d+/g, '');
}

/** The zip that was asked for, to the same user. Throws not_found for anybody else's, and when its time is over. */
async function openDownload(deps: EntryDeps, id: string, userId: string): Promise<Readable> {
  const download = await findImageDownload(deps.db.pool, id, userId);
  if (!download) throw new AppError('not_found');
  const ids = download.generation_ids;
  // Asked again: what was deleted since must not be in it.
  const own = await withOutputs(deps.db.pool, await listOwnImages(deps.db.pool, userId, ids));
  return zipEntries(listEntries(deps, { ids, own, format: download.format as ImageFormat }));
}
