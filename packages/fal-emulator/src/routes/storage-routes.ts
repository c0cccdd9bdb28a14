import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { readFileSeconds } from '../lifetime/read-terms.ts';
import { answerOutage } from '../sickness/answer-as-sick.ts';
import { beginCall } from './begin-call.ts';

type Initiation = { content_type?: string; file_name?: string };

/** Uploads as fal's client does them: request an address, then PUT the bytes there. */
export async function storageRoutes(
  app: FastifyInstance,
  options: { context: Context; directory: string },
): Promise<void> {
  const { context, directory } = options;
  await mkdir(directory, { recursive: true });

  app.post(
    '/rest.fal.ai/storage/upload/initiate',
    async (request: FastifyRequest<{ Body: Initiation | undefined }>, reply) => {
      if (!beginCall(context, 'upload', request, reply, { input: request.body })) return reply;
      const given = request.body?.file_name ?? '';
      const subtype = /^[a-z]+\/([a-z0-9]+)/.exec(request.body?.content_type ?? '')?.[1];
      const extension = extname(basename(given)).toLowerCase() || (subtype ? `.${subtype}` : '');
      const name = `${randomUUID()}${/^\.[a-z0-9]{1,8}$/.test(extension) ? extension : ''}`;
      const url = `${context.baseUrl()}/uploads/${name}`;
      // The name that fal's client gives the header here; submissions have another one.
      context.fileExpiries.note([name], readFileSeconds(request.headers['x-fal-object-lifecycle']));
      return { upload_url: url, file_url: url };
    },
  );

  await app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    uploads.put(
      '/uploads/:name',
      async (request: FastifyRequest<{ Params: { name: string }; Body: Readable }>, reply) => {
        if (answerOutage(context.sickness, reply)) return reply;
        const { name } = request.params;
        if (basename(name) !== name) return reply.code(404).send({ detail: 'Not Found' });
        const path = join(directory, name);
        await pipeline(request.body, createWriteStream(`${path}.tmp`));
        await rename(`${path}.tmp`, path);
        return reply.code(200).send({ status: 'uploaded' });
      },
    );
  });
}
