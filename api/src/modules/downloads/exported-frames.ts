import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@atelier/contract';
import type { FramePlace } from '@atelier/media';
import { copyFromStore, fileWords, getWorkFolder, streamFile, temporaryName } from '@atelier/storage';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RouteDeps } from '../../api.ts';
import { settleWithin } from './download-pace.ts';
import { sendZip, type ZipEntry, zipEntries } from './zip-entries.ts';

/** Half a minute of 1080p at 30 pictures a second has 1.9 billion pixels, which are some gigabytes as PNG. */
const limits = { maxFrames: 3_000, maxPixels: 2_000_000_000 };
/** Some seconds of work: other conversions wait for no more than a piece. */
const piece = { piecePixels: 20_000_000, pieceMs: 5_000 };
const timeoutMs = 60_000;

type Connection = { request: FastifyRequest; reply: FastifyReply; userId: string };

/**
 * Sends all pictures of a video as PNG in a zip, which are written piece by piece while it is sent. A user has one download
 * at a time. Throws AppError: download_running, file_not_found, size_limit, media_unreadable, request_aborted.
 */
export async function serveFrames(
  deps: RouteDeps,
  { request, reply, userId }: Connection,
  { key, name }: { key: string; name: string },
): Promise<FastifyReply> {
  const end = deps.pace.begin(userId);
  const folder = join(getWorkFolder(deps.env), temporaryName());
  const leaving = new AbortController();
  reply.raw.once('close', () => leaving.abort());
  // The turn ends first: who has the last byte may ask for the next file at once.
  const close = async () => {
    end();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const writer = await openWriter(deps, { key, folder, signal: leaving.signal });
    const first = writer.write();
    // A longer wait for its turn begins the reply, and a failure then breaks the connection.
    await settleWithin(first, deps.pace.silenceMs);
    if (reply.raw.destroyed) throw new AppError('request_aborted');
    reply.type('application/zip').header('content-disposition', formatDisposition(name));
    return sendZip(request, reply, zipEntries(listFrames(writer, first, close), deps.pace));
  } catch (error) {
    await close();
    throw error;
  }
}

type Piece = { paths: { name: string; path: string }[]; after?: FramePlace };
type Writer = { write(after?: FramePlace): Promise<Piece> };

async function openWriter(
  { store, pace, zipMedia }: RouteDeps,
  { key, folder, signal }: { key: string; folder: string; signal: AbortSignal },
): Promise<Writer> {
  const [path, frames] = [join(folder, 'video'), join(folder, 'frames')];
  await mkdir(frames, { recursive: true });
  await copyFromStore(store, key, path);
  return {
    async write(after) {
      const request = { path, folder: frames, ...limits, ...piece, ...(after && { after }) };
      const written = await pace.convert(async () => {
        if (signal.aborted) throw new AppError('request_aborted');
        return zipMedia.writeFrames(request, { timeoutMs, signal });
      });
      if (!written.ok)
        throw new AppError('size_limit', { message: 'This video has too many pictures, or too large ones' });
      const paths = written.names.map((name) => ({ name, path: join(frames, name) }));
      return { paths, ...(written.after && { after: written.after }) };
    },
  };
}

/** Each picture is removed once it is sent, so that no more than a piece is on disk. */
async function* listFrames(
  writer: Writer,
  first: Promise<Piece>,
  close: () => Promise<void>,
): AsyncGenerator<ZipEntry> {
  try {
    for (let { paths, after }: Piece = await first; ; { paths, after } = await writer.write(after)) {
      for (const { name, path } of paths) {
        yield { name, source: streamFile(path), modifiedAt: new Date() };
        await rm(path);
      }
      if (!after) return;
    }
  } finally {
    await close();
  }
}

const maxWordsCodePoints = 60;

function formatDisposition(prompt: string): string {
  const words = [...[...fileWords(prompt)].join('-')].slice(0, maxWordsCodePoints).join('');
  return contentDisposition(`${words.replace(/-$/, '') || 'atelier'}-frames.zip`, { type: 'attachment' });
}
