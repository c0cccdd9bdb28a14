import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply } from 'fastify';

/** How one download differs from the file. */
export type FileSending = {
  /** An MP4 has this many bytes more, 8 or more: a box that players skip, made as it is sent. */
  padBytes?: number;
  /** Sends the file without a content-length. */
  isChunked?: boolean;
  /** Bytes by which the content-length exceeds the body; negative when it states too few. */
  overstatedBytes?: number;
  /** Bytes after which nothing more is sent, while the connection stays open. */
  stallsAfterBytes?: number;
};

type SentFile = { path: string; size: number; contentType: string };

const pieceBytes = 65_536;

/** Sends a file as large, as slow or as wrong as it is wanted. Ends when all is sent or the client has left. */
export async function sendOddly(file: SentFile, sending: FileSending, reply: FastifyReply): Promise<void> {
  const { padBytes = 0, isChunked = false, overstatedBytes = 0 } = sending;
  const statedBytes = file.size + padBytes + overstatedBytes;
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    'content-type': file.contentType,
    ...(isChunked ? {} : { 'content-length': statedBytes }),
  });
  try {
    await pipeline(splitIntoPieces(file, sending, raw), raw);
  } catch {
    // The client has left, as it does when it has waited long enough or was promised too much.
    raw.destroy();
  }
}

async function* splitIntoPieces(
  { path }: SentFile,
  { padBytes, stallsAfterBytes }: FileSending,
  raw: ServerResponse,
): AsyncGenerator<Buffer> {
  let left = stallsAfterBytes ?? Number.POSITIVE_INFINITY;
  for await (const piece of withPadding(path, padBytes)) {
    if (left < piece.length) {
      yield piece.subarray(0, left);
      await once(raw, 'close');
      return;
    }
    left -= piece.length;
    yield piece;
  }
}

async function* withPadding(path: string, padBytes = 0): AsyncGenerator<Buffer> {
  yield* createReadStream(path) as AsyncIterable<Buffer>;
  if (padBytes === 0) return;
  const head = Buffer.alloc(8);
  head.writeUInt32BE(padBytes);
  head.write('free', 4, 'latin1');
  yield head;
  for (let left = padBytes - head.length; left > 0; left -= pieceBytes)
    yield Buffer.alloc(Math.min(left, pieceBytes));
}
