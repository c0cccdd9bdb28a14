import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { type FileSending, sendOddly } from '../file-sending.ts';
import { beginCall } from './begin-call.ts';

const contentTypes: Record<string, string> = {
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.mov': 'video/quicktime',
  '.gif': 'image/gif',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.wav': 'audio/wav',
  '.mp3': 'audio/mpeg',
};

/** Serves outputs and uploads, with ranges, like fal's CDN: files are public. */
export function fileRoutes(
  app: FastifyInstance,
  context: Context,
  directories: Record<'files' | 'uploads', string>,
) {
  for (const [name, directory] of Object.entries(directories)) {
    app.get(`/${name}/*`, async (request: FastifyRequest<{ Params: { '*': string } }>, reply) => {
      if (!beginCall(context, 'file', request, reply)) return reply;
      const file = request.params['*'];
      // Names are flat: a folder says what the words of the prompt ask for, and no other path exists.
      if (context.fileExpiries.isExpired(basename(file)))
        return reply.code(404).send({ detail: 'Not Found' });
      if (basename(file) !== file) return sendFault(join(directory, basename(file)), dirname(file), reply);
      const sending = name === 'files' ? context.fileSendings.shift() : undefined;
      return sendFile({ path: join(directory, file), sending }, request, reply);
    });
  }
}

/** Answers for a file that cannot be had, by the word that asks for it. */
async function sendFault(path: string, word: string, reply: FastifyReply) {
  switch (word) {
    case 'broken':
      return reply.code(500).send({ detail: 'Internal Server Error' });
    case 'empty':
      return reply.type(typeOfFile(path)).send(Buffer.alloc(0));
    case 'damaged':
      return reply.type(typeOfFile(path)).send(Buffer.alloc(10_000, 'noise'));
    case 'stalled':
      await sendOddly({ path, size: 1_000, contentType: typeOfFile(path) }, { stallsAfterBytes: 100 }, reply);
      return reply;
  }
  return reply.code(404).send({ detail: 'Not Found' });
}

function typeOfFile(path: string): string {
  return contentTypes[extname(path)] ?? 'application/octet-stream';
}

async function sendFile(
  { path, sending }: { path: string; sending: FileSending | undefined },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const size = await stat(path).then(
    (facts) => facts.size,
    () => undefined,
  );
  if (size === undefined) return reply.code(404).send({ detail: 'Not Found' });
  const contentType = typeOfFile(path);
  if (sending) {
    await sendOddly({ path, size, contentType }, sending, reply);
    return reply;
  }
  reply.header('content-type', contentType);
  reply.header('accept-ranges', 'bytes').header('cache-control', 'public, max-age=604800, immutable');
  const range = parseRange(request.headers.range, size);
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${size}`).send();
  const { start, end } = range ?? { start: 0, end: size - 1 };
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  reply.header('content-length', end - start + 1);
  return reply.send(createReadStream(path, { start, end }));
}

/** One range of RFC 9110, 14.1.2; several at once are answered with the whole file. */
function parseRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  const [, from = '', to = ''] = match;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return start >= size || start > end ? 'unsatisfiable' : { start, end };
}
