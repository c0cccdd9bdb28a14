import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { AppError } from '@atelier/contract';
import { getWorkFolder, streamFile, temporaryName } from '@atelier/storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RouteDeps } from '../../api.ts';
import { createNegotiator } from '../../plugins/preferred-type.ts';
import { formatAttachment } from '../media/attachment.ts';
import { type DownloadPace, pacedBytes, settleWithin } from './download-pace.ts';

/** Time after which a client that takes nothing has gone; the same as for a zip. */
const idleMs = 120_000;

type Connection = { request: FastifyRequest; reply: FastifyReply; userId: string };

export type VideoToMake = {
  contentType: string;
  name: string;
  /** Writes the video into the folder and returns its path. `signal` aborts when the client goes. */
  make: (folder: string, signal: AbortSignal) => Promise<string>;
};

/**
 * Sends a video that `make` writes for this request into a folder of its own, because the index of an mp4 is written last
 * and stands first. The folder goes when the reply ends. A reply without a byte would be given up by browsers and proxies, so
 * one that takes longer than `pace.silenceMs` begins before its file is there; a failure then breaks the connection. A user
 * has one download at a time; throws download_running, request_aborted and whatever `make` throws until then.
 */
export async function serveMadeVideo(
  deps: RouteDeps,
  { request, reply, userId }: Connection,
  { contentType, name, make }: VideoToMake,
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
  const write = async () => {
    await mkdir(folder, { recursive: true });
    const path = await make(folder, leaving.signal);
    if (reply.raw.destroyed) throw new AppError('request_aborted');
    return { path, size: (await stat(path)).size };
  };
  const writing = write();
  try {
    const written = acceptsGzip(request) ? await settleWithin(writing, deps.pace.silenceMs) : await writing;
    reply.type(contentType).header('content-disposition', formatAttachment(name, contentType));
    request.raw.setTimeout(idleMs);
    if (written) reply.header('content-length', written.size);
    else reply.header('content-encoding', 'gzip');
    const source = written
      ? pacedBytes(streamFile(written.path), deps.pace)
      : Readable.from(listGzipBlocks(writing, deps.pace), { objectMode: false });
    source.once('close', () => void Promise.allSettled([writing]).then(close));
    return reply.header('vary', 'accept-encoding').send(source);
  } catch (error) {
    await close();
    throw error;
  }
}

function acceptsGzip(request: FastifyRequest): boolean {
  return createNegotiator(request).encodings(['gzip', 'identity']).includes('gzip');
}

const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
const maxBlockBytes = 65_535;

/**
 * The file in the format of gzip, not compressed: an empty block, which decodes to nothing, is the one byte that can be sent
 * before a file whose type has no room for any.
 */
async function* listGzipBlocks(
  writing: Promise<{ path: string; size: number }>,
  pace: DownloadPace,
): AsyncGenerator<Buffer> {
  yield gzipHead;
  let written = await settleWithin(writing, 0);
  for (; !written; written = await settleWithin(writing, pace.silenceMs)) yield toBlock(Buffer.alloc(0));
  let sum = 0;
  for await (const chunk of pacedBytes(streamFile(written.path), pace) as AsyncIterable<Buffer>) {
    sum = crc32(chunk, sum);
    for (let from = 0; from < chunk.length; from += maxBlockBytes)
      yield toBlock(chunk.subarray(from, from + maxBlockBytes));
  }
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(sum, 0);
  tail.writeUInt32LE(written.size % 2 ** 32, 4);
  yield Buffer.concat([toBlock(Buffer.alloc(0), true), tail]);
}

/** A stored block (RFC 1951, 3.2.4). */
function toBlock(bytes: Buffer, isLast = false): Buffer {
  const head = Buffer.from([isLast ? 1 : 0, 0, 0, 0, 0]);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(bytes.length ^ 0xffff, 3);
  return Buffer.concat([head, bytes]);
}
