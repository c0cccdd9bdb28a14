import { join } from 'node:path';
import { AppError, exportedVideoQuery, idParams } from '@atelier/contract';
import { type GenerationRow, type GenerationWithOutputs, getOwnGeneration } from '@atelier/db';
import { copyFromStore } from '@atelier/storage';
import * as z from 'zod/mini';
import type { Api, RouteDeps } from '../../api.ts';
import { signedIn } from '../auth/session.ts';
import { selectFinishedFile } from '../generations/finished-file.ts';
import { emptyBody } from '../media/send-bytes.ts';
import { serveFrames } from './exported-frames.ts';
import { rewriteLimits, signRewritten } from './rewritten-video.ts';
import { serveMadeVideo } from './serve-made-video.ts';

const anyFile = { schema: z.unknown() };
const types = { webm: 'video/webm', gif: 'image/gif', webp: 'image/webp' } as const;
const response = {
  200: {
    content: {
      [types.webm]: anyFile,
      [types.gif]: anyFile,
      [types.webp]: anyFile,
      'application/zip': anyFile,
    },
  },
};

export function exportedVideoRoutes(api: Api, deps: RouteDeps): void {
  api.get(
    '/api/generations/:id/export',
    {
      config: { keyScopes: ['files'] },
      schema: {
        tags: ['generations'],
        summary: 'Download a video in another format',
        description:
          'The video or GIF is written again: as WebM in its size and with its sound, as GIF of at most 640 pixels and 15 pictures a second, as animated WebP of at most 720 and 20, or as a zip of all its pictures as PNG. It is free. About a minute of 1080p is the longest, half of that for pictures. A reply that takes longer than 20 seconds begins before its file is there, in the format of gzip where the client takes it; a failure then breaks the connection.',
        params: idParams,
        querystring: exportedVideoQuery,
        response,
      },
    },
    async (request, reply) => {
      const { userId } = signedIn(request);
      const { format, output = 0 } = request.query;
      const { generation, key } = await findVideo(deps, { id: request.params.id, output, userId });
      reply.header('cache-control', 'no-store');
      // Leaves the length unknown: the file would be made only to be dropped.
      if (request.method === 'HEAD') return reply.send(emptyBody());
      const connection = { request, reply, userId };
      if (format === 'frames') return serveFrames(deps, connection, { key, name: generation.prompt });
      return serveMadeVideo(deps, connection, {
        contentType: types[format],
        name: generation.prompt,
        make: (folder, signal) => exportVideo(deps, { generation, key, format }, { folder, signal }),
      });
    },
  );
}

type Found = { generation: GenerationRow; key: string };

/** Throws AppError: not_found, not_finished, no_video. */
async function findVideo(
  { db }: RouteDeps,
  { id, output, userId }: { id: string; output: number; userId: string },
): Promise<Found> {
  const own = await getOwnGeneration(db.pool, id, userId);
  return { generation: own.generation, key: selectMoving(own, output) };
}

/** The key of a video, which a GIF is as well. */
function selectMoving(own: GenerationWithOutputs, index: number): string {
  const output = own.outputs.find(({ position }) => position === index);
  const gifKey = output?.content_type === 'image/gif' ? output.storage_key : null;
  if (gifKey !== null && own.generation.finished_at !== null) return gifKey;
  return selectFinishedFile(own, 'video', index).key;
}

/**
 * Writes the video in another format. Throws AppError: file_not_found, size_limit, media_unreadable, request_aborted,
 * rate_limited.
 */
async function exportVideo(
  deps: RouteDeps,
  { generation, key, format }: Found & { format: keyof typeof types },
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<string> {
  const [path, outputPath] = [join(folder, 'video'), join(folder, 'out')];
  return deps.pace.rewrite(async () => {
    if (signal.aborted) throw new AppError('request_aborted');
    await copyFromStore(deps.store, key, path);
    const { timeoutMs, ...limits } = rewriteLimits;
    const request = { path, outputPath, format, ...limits };
    const exported = await deps.captionMedia.exportVideo(request, { timeoutMs, signal });
    if (!exported.ok)
      throw new AppError('size_limit', {
        message: 'This video is too long or too large to be written again',
      });
    // The signer leaves a type that cannot be signed as it is, such as WebM.
    const signing = { outputPath, parentPath: path, action: 'c2pa.converted' } as const;
    return signRewritten(deps, generation, signing);
  });
}
