import { join } from 'node:path';
import { type Cue, makeCues } from '@atelier/catalog/captions';
import { readTranscript } from '@atelier/catalog/server';
import { AppError, type AppErrorCode, captionedVideoQuery, idParams } from '@atelier/contract';
import { findTranscript, type GenerationRow, getOwnGeneration } from '@atelier/db';
import type { BurnRefusal } from '@atelier/media';
import { copyFromStore } from '@atelier/storage';
import * as z from 'zod/mini';
import type { Api, RouteDeps } from '../../api.ts';
import { signedIn } from '../auth/session.ts';
import { selectFinishedFile } from '../generations/finished-file.ts';
import { emptyBody } from '../media/send-bytes.ts';
import { listCaptions } from '../transcripts/list-captions.ts';
import { rewriteLimits, signRewritten } from './rewritten-video.ts';
import { serveMadeVideo } from './serve-made-video.ts';

const response = { 200: { content: { 'video/mp4': { schema: z.unknown() } } } };

export function captionedVideoRoutes(api: Api, deps: RouteDeps): void {
  api.get(
    '/api/generations/:id/captioned',
    {
      config: { keyScopes: ['files'] },
      schema: {
        tags: ['generations'],
        summary: 'Download a video with its captions in the picture',
        description:
          'The newest captions of the video are drawn into it: H.264 in an mp4, in its size and with its sound. It is free. About a minute of 1080p is the longest. A reply that takes longer than 20 seconds begins before its file is there, in the format of gzip where the client takes it; a failure then breaks the connection.',
        params: idParams,
        querystring: captionedVideoQuery,
        response,
      },
    },
    async (request, reply) => {
      const { userId } = signedIn(request);
      const wanted = { id: request.params.id, output: request.query.output ?? 0, userId };
      reply.header('cache-control', 'no-store');
      const parts = await findParts(deps, wanted);
      // Leaves the length unknown: the file would be made only to be dropped.
      if (request.method === 'HEAD') return reply.send(emptyBody());
      return serveMadeVideo(
        deps,
        { request, reply, userId },
        {
          contentType: 'video/mp4',
          name: parts.generation.prompt,
          make: (folder, signal) => makeCaptionedVideo(deps, parts, { folder, signal }),
        },
      );
    },
  );
}

type Wanted = { id: string; output: number; userId: string };

const refusals = {
  too_large: ['size_limit', 'This video is too long or too large to be written again'],
  not_drawable: ['no_captions', 'The script of these captions cannot be drawn'],
} as const satisfies Record<BurnRefusal, readonly [AppErrorCode, string]>;

/** Draws the captions into the video. Throws AppError: file_not_found, size_limit, media_unreadable, request_aborted, rate_limited. */
async function makeCaptionedVideo(
  deps: RouteDeps,
  { generation, videoKey, cues }: Parts,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<string> {
  const [videoPath, outputPath] = [join(folder, 'video'), join(folder, 'out')];
  return deps.pace.rewrite(async () => {
    if (signal.aborted) throw new AppError('request_aborted');
    await copyFromStore(deps.store, videoKey, videoPath);
    const { timeoutMs, ...limits } = rewriteLimits;
    const request = { videoPath, outputPath, cues, ...limits };
    const burned = await deps.captionMedia.burnCaptions(request, { timeoutMs, signal });
    if (!burned.ok) {
      const [code, message] = refusals[burned.reason];
      throw new AppError(code, { message });
    }
    // The words were heard by a model, and may be those of a sound that the user brought.
    return signRewritten(deps, generation, {
      outputPath,
      parentPath: videoPath,
      action: 'c2pa.edited',
      source: 'composite',
    });
  });
}

type Parts = { generation: GenerationRow; videoKey: string; cues: Cue[] };

/** The video, and the captions that the viewer shows with it. Throws AppError: not_found, not_finished, no_video, no_captions. */
async function findParts({ db }: RouteDeps, { id, output, userId }: Wanted): Promise<Parts> {
  const own = await getOwnGeneration(db.pool, id, userId);
  const { key: videoKey } = selectFinishedFile(own, 'video', output);
  const transcripts = await listCaptions(db.pool, own.generation);
  const newest = transcripts.find(({ output_position }) => output_position === output);
  const row = newest && (await findTranscript(db.pool, { id: newest.generation_id, userId }));
  const cues = makeCues(readTranscript(row?.transcript)?.words ?? []);
  if (cues.length === 0) throw new AppError('no_captions');
  return { generation: own.generation, videoKey, cues };
}
