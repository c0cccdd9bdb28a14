import { downloadImagesBody, downloadImagesReply, idParams } from '@atelier/contract';
import * as z from 'zod/mini';
import type { Api, RouteDeps } from '../../api.ts';
import { signedIn } from '../auth/session.ts';
import { openDownload } from './open-download.ts';
import { prepareDownload } from './prepare-download.ts';

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
