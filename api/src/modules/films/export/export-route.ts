import { exportFilmQuery, idParams } from '@atelier/contract';
import { fileWords } from '@atelier/storage';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Api, RouteDeps } from '../../../api.ts';
import { signedIn } from '../../auth/session.ts';
import { sendZip, zipEntries } from '../../downloads/zip-entries.ts';
import { emptyBody } from '../../media/send-bytes.ts';
import { writeEdl } from './edl.ts';
import { assertZipSize, listFilmEntries } from './film-zip.ts';
import { writeOtio } from './otio.ts';
import { type FilmFiles, readFilm, toFilmToExport } from './read-film.ts';

const types = { otio: 'application/json', edl: 'text/plain', zip: 'application/zip' } as const;

const anyFile = { schema: z.unknown() };

export function filmExportRoutes(api: Api, deps: RouteDeps): void {
  api.get(
    '/api/films/:id/export',
    {
      config: { keyScopes: ['files'] },
      schema: {
        tags: ['films'],
        summary: 'Download a film for an editor',
        description:
          'As an OpenTimelineIO timeline, as an edit decision list (CMX 3600), or as a zip of both with the files of the takes and the sound. Addresses in a single timeline need a sign-in; those in the zip are paths beside it. A shot without a take is a gap of the length that it asks for.',
        params: idParams,
        querystring: exportFilmQuery,
        response: {
          200: {
            content: { 'application/json': anyFile, 'text/plain': anyFile, 'application/zip': anyFile },
          },
        },
      },
    },
    async (request, reply) => {
      const { userId } = signedIn(request);
      const { format } = request.query;
      const film = await readFilm(deps, { id: request.params.id, userId });
      const name = contentDisposition(formatName(film, format), { type: 'attachment' });
      const type = format === 'zip' ? types.zip : `${types[format]}; charset=utf-8`;
      reply.type(type).header('cache-control', 'no-store').header('content-disposition', name);
      // HEAD reads no file, as its body would be dropped.
      if (request.method === 'HEAD') return reply.send(emptyBody());
      if (format === 'zip') return sendFilm(deps, { request, reply, userId }, film);
      return reply.send(Buffer.from(writeTimeline(deps, film, format)));
    },
  );
}

function writeTimeline(
  { mediaAddresses: { formatAbsoluteUrl } }: RouteDeps,
  film: FilmFiles,
  format: 'otio' | 'edl',
): string {
  const addressed = toFilmToExport(film, {
    formatTake: ({ output }) =>
      output.storage_key === null ? undefined : formatAbsoluteUrl(output.storage_key),
    formatSound: ({ key }) => formatAbsoluteUrl(key),
  });
  return format === 'otio' ? writeOtio(addressed) : writeEdl(addressed);
}

type Connection = { request: FastifyRequest; reply: FastifyReply; userId: string };

/** Throws AppError download_too_large, download_running. */
async function sendFilm(
  deps: RouteDeps,
  { request, reply, userId }: Connection,
  film: FilmFiles,
): Promise<FastifyReply> {
  await assertZipSize(deps, film);
  const end = deps.pace.begin(userId);
  const zip = zipEntries(listFilmEntries(deps, film, userId), deps.pace);
  zip.once('close', end);
  return sendZip(request, reply, zip);
}

const maxNameCodePoints = 60;

function formatName({ name }: FilmFiles, extension: string): string {
  const words = [...[...fileWords(name)].join('-')].slice(0, maxNameCodePoints).join('');
  return `${words || 'film'}.${extension}`;
}
