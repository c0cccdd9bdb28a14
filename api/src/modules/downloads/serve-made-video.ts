import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@atelier/contract';
import { getWorkFolder, streamFile, temporaryName } from '@atelier/storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RouteDeps } from '../../api.ts';
import { formatAttachment } from '../media/attachment.ts';
import { pacedBytes } from './download-pace.ts';

/** As long as for a zip: a client that takes nothing for this long has gone. */
const idleMs = 120_000;

export type MadeVideo = { path: string; contentType: string; name: string };

/**
 * Sends a video that `make` writes for this request into a folder of its own, because the index of an mp4 is written last
 * and stands first. The folder goes when the reply ends. `signal` aborts when the client goes. A user has one download at
 * a time; throws download_running, request_aborted and whatever `make` throws.
 */
export async function serveMadeVideo(
  deps: RouteDeps,
  { request, reply, userId }: { request: FastifyRequest; reply: FastifyReply; userId: string },
  make: (folder: string, signal: AbortSignal) => Promise<MadeVideo>,
): Promise<FastifyReply> {
  const end = deps.pace.begin(userId);
  const folder = join(getWorkFolder(deps.env), temporaryName());
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  const leaving = new AbortController();
  reply.raw.once('close', () => leaving.abort());
  try {
    await mkdir(folder, { recursive: true });
    const { path, contentType, name } = await make(folder, leaving.signal);
    const { size } = await stat(path);
    if (reply.raw.destroyed) throw new AppError('request_aborted');
    const source = pacedBytes(streamFile(path), deps.pace);
    source.once('close', () => void removeFolder());
    source.once('close', end);
    request.raw.setTimeout(idleMs);
    return reply
      .type(contentType)
      .header('content-length', size)
      .header('content-disposition', formatAttachment(name, contentType))
      .send(source);
  } catch (error) {
    end();
    await removeFolder();
    throw error;
  }
}
