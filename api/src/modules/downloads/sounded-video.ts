import { join } from 'node:path';
import { AppError, idParams, soundedVideoQuery } from '@atelier/contract';
import { type GenerationRow, getOwnGeneration } from '@atelier/db';
import { copyFromStore } from '@atelier/storage';
import * as z from 'zod/mini';
import type { Api, RouteDeps } from '../../api.ts';
import { signedIn } from '../auth/session.ts';
import { selectFinishedFile } from '../generations/finished-file.ts';
import { emptyBody } from '../media/send-bytes.ts';
import { findOwnFile } from '../uploads/resolve-input-files.ts';
import { signRewritten } from './rewritten-video.ts';
import { serveMadeVideo } from './serve-made-video.ts';

const anyFile = { schema: z.unknown() };
const response = {
  200: { content: { 'video/mp4': anyFile, 'video/webm': anyFile, 'video/quicktime': anyFile } },
};

export function soundedVideoRoutes(api: Api, deps: RouteDeps): void {
  api.get(
    '/api/generations/:id/download',
    {
      config: { keyScopes: ['files'] },
      schema: {
        tags: ['generations'],
        summary: 'Download a video with a generated sound as one file',
        description:
          'By the id of a sound: the video that it was made for, with it. By the id of a video: with the sound that `sound` names.',
        params: idParams,
        querystring: soundedVideoQuery,
        response,
      },
    },
    async (request, reply) => {
      const { userId } = signedIn(request);
      const wanted = { id: request.params.id, soundId: request.query.sound, userId };
      reply.header('cache-control', 'no-store');
      const parts = await findParts(deps, wanted);
      // Leaves the length unknown: the file would be made only to be dropped.
      if (request.method === 'HEAD') return reply.send(emptyBody());
      const { contentType, name } = parts;
      const make = (folder: string) => makeSoundedVideo(deps, parts, folder);
      return serveMadeVideo(deps, { request, reply, userId }, { contentType, name, make });
    },
  );
}

type Wanted = { id: string; soundId: string | undefined; userId: string };

/** Low priority, and one after another. */
const muxTimeoutMs = 120_000;

/** Puts video and sound into one file. Throws AppError: file_not_found, media_unreadable. */
async function makeSoundedVideo(
  deps: RouteDeps,
  { videoKey, soundKey, sound }: Parts,
  folder: string,
): Promise<string> {
  const [videoPath, soundPath, outputPath] = [
    join(folder, 'video'),
    join(folder, 'sound'),
    join(folder, 'out'),
  ];
  return deps.pace.convert(async () => {
    await copyFromStore(deps.store, videoKey, videoPath);
    await copyFromStore(deps.store, soundKey, soundPath);
    const request = { videoPath, soundPath, outputPath };
    await deps.zipMedia.muxSound(request, { timeoutMs: muxTimeoutMs });
    // The model made the sound; the video may be the user's own.
    return signRewritten(deps, sound, {
      outputPath,
      parentPath: videoPath,
      action: 'c2pa.edited',
      source: 'composite',
    });
  });
}

/** The result has the type of the video, which `muxSound` keeps. */
type Parts = {
  videoKey: string;
  contentType: string;
  soundKey: string;
  name: string;
  sound: GenerationRow;
};

/** Throws AppError: not_found, not_finished, no_video, no_sound, file_not_found, unsupported_file. */
async function findParts(deps: RouteDeps, { id, soundId, userId }: Wanted): Promise<Parts> {
  const own = await getOwnGeneration(deps.db.pool, id, userId);
  const name = own.generation.prompt;
  if (soundId !== undefined) {
    const { key: videoKey, contentType } = selectFinishedFile(own, 'video');
    const sound = await getOwnGeneration(deps.db.pool, soundId, userId);
    const { key: soundKey } = selectFinishedFile(sound, 'audio');
    return { videoKey, contentType, soundKey, name, sound: sound.generation };
  }
  const { key: soundKey } = selectFinishedFile(own, 'audio');
  const { video_url: address } = own.generation.input as Record<string, unknown>;
  const videoKey = typeof address === 'string' ? deps.mediaAddresses.parseKey(address) : undefined;
  // Deleted since then, where the sound was made for a generation of the user's.
  const type = videoKey && (await findOwnFile(deps, userId, videoKey))?.type;
  if (!videoKey || !type)
    throw new AppError('file_not_found', { message: 'The video of this sound was not found' });
  if (type === 'image/gif') throw new AppError('unsupported_file', { message: 'A GIF cannot have sound' });
  return { videoKey, contentType: type, soundKey, name, sound: own.generation };
}
