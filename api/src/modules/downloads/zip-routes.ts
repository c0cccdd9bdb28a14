import type { Readable } from 'node:stream';
import { type Medium, mediumFacts } from '@atelier/catalog';
import {
  AppError,
  type DownloadImagesReply,
  downloadImagesReply,
  type ImageFormat,
  idParams,
  maxDownloadBytes,
} from '@atelier/contract';
import {
  type DownloadRow,
  findDownload,
  findRecipePreferences,
  insertDownload,
  listDownloadMedia,
  listOwnForDownload,
  sortOwnForDownload,
  sumDownloadBytes,
  withOutputs,
} from '@atelier/db';
import { v7 as uuidv7 } from 'uuid';
import * as z from 'zod/mini';
import type { Api, RouteDeps } from '../../api.ts';
import type { ApiDeps } from '../../deps.ts';
import { signedIn } from '../auth/session.ts';
import { emptyBody } from '../media/send-bytes.ts';
import type { FileDeps } from './open-file.ts';
import { listEntries, sendZip, zipEntries } from './zip-entries.ts';

/** Where zips are, which generations they pack, and what they call them. */
type Scope = {
  path: `/api/${string}`;
  /** Medium of the generations; any when absent. */
  medium?: Medium;
  /** Key of the list of files in the manifest. */
  list: 'images' | 'files';
  tooLarge: string;
};

/** Scope with generations of any medium. */
export const libraryZips: Scope = {
  path: '/api/library/download',
  list: 'files',
  tooLarge: 'These files are too large for one download',
};

type ZipRoutes<Body extends z.ZodMiniType> = {
  tags: string[];
  summary: string;
  body: Body;
  listIds: (body: z.output<Body>) => readonly string[];
  scope: Scope;
};

/**
 * `POST` of the path prepares a zip of generations and answers where it is; `GET path/:id` is the zip, created while it
 * is sent.
 */
export function addZipRoutes<Body extends z.ZodMiniType<{ format: ImageFormat }>>(
  api: Api,
  deps: RouteDeps,
  { tags, summary, body, listIds, scope }: ZipRoutes<Body>,
): void {
  api.post(
    scope.path,
    {
      config: { keyScopes: ['files'] },
      schema: { tags, summary, body, response: { 200: downloadImagesReply } },
    },
    async (request) => {
      const { userId } = signedIn(request);
      const wanted = request.body as z.output<Body>;
      return prepareZip(deps, scope, { userId, ids: listIds(wanted), format: wanted.format });
    },
  );

  api.get(
    `${scope.path}/:id`,
    {
      config: { keyScopes: ['files'] },
      schema: {
        tags,
        summary: 'Download a prepared zip, which is created while it is sent',
        params: idParams,
        response: { 200: { content: { 'application/zip': { schema: z.unknown() } } } },
      },
    },
    async (request, reply) => {
      const { userId } = signedIn(request);
      const download = await findDownload(deps.db.pool, request.params.id, userId);
      if (!download) throw new AppError('not_found');
      reply.type('application/zip').header('cache-control', 'no-store');
      const name = await nameZip(deps, scope, { userId, ids: download.generation_ids });
      reply.header('content-disposition', `attachment; filename="${name}_${timestamp()}.zip"`);
      // Reads no file, for each would only be dropped.
      if (request.method === 'HEAD') return reply.send(emptyBody());
      const end = deps.pace.begin(userId);
      const zip = await openDownload(deps, scope, download, userId).catch((error) => {
        end();
        throw error;
      });
      zip.once('close', end);
      return sendZip(request, reply, zip);
    },
  );
}

/** A zip that holds nothing but one medium is named after it. */
async function nameZip(
  { db }: Pick<RouteDeps, 'db'>,
  { medium }: Scope,
  { userId, ids }: Pick<Wanted, 'userId' | 'ids'>,
): Promise<string> {
  const [first, ...others] = await listDownloadMedia(db.pool, userId, ids, medium);
  const only = first && others.length === 0 ? first : medium;
  return only ? mediumFacts[only].folder : 'files';
}

/** Writes the present time, such as 20260301T101500Z. */
function timestamp(): string {
  return new Date().toISOString().replace(/[-:]|\.\d+/g, '');
}

/** Long enough for the browser's save dialog and a second try. */
const lifetimeSeconds = 3_600;

type Wanted = { userId: string; ids: readonly string[]; format: ImageFormat };

const manifestNames = {
  images: { list: 'images', number: 'image', none: 'no_image' },
  files: { list: 'files', number: 'number', none: 'no_file' },
} as const;

/**
 * Stores which generations are wanted. Throws not_found when the user owns none of them, nothing_to_download when none of them
 * has a file, download_too_large, and download_running while another zip is sent to the user.
 */
export async function prepareZip(
  { db, pace }: Pick<RouteDeps, 'db' | 'pace'>,
  { path, medium, tooLarge }: Scope,
  { userId, ids, format }: Wanted,
): Promise<DownloadImagesReply> {
  pace.begin(userId)();
  const id = uuidv7();
  const generationIds = [...new Set(ids)];
  const bytes = await sumDownloadBytes(db.pool, userId, generationIds, medium);
  if (bytes > maxDownloadBytes)
    throw new AppError('download_too_large', {
      message: tooLarge,
      details: { bytes, max_bytes: maxDownloadBytes },
    });
  const download = { id, userId, generationIds, format, lifetimeSeconds, medium };
  if (!(await insertDownload(db.pool, download)))
    throw new AppError('not_found', { message: 'Failed to prepare download' });
  const media = await listDownloadMedia(db.pool, userId, generationIds, medium);
  if (media.length === 0) throw new AppError('nothing_to_download');
  return { downloadUrl: `${path}/${id}`, expires_seconds: lifetimeSeconds };
}

async function openDownload(
  deps: FileDeps & Pick<ApiDeps, 'db'>,
  { medium, list }: Scope,
  { generation_ids: ids, format }: DownloadRow,
  userId: string,
): Promise<Readable> {
  // Queried again, because what was deleted since then must not be in the zip.
  const ownIds = await sortOwnForDownload(deps.db.pool, userId, ids, medium);
  const own = readOwn(deps, userId, ownIds);
  const names = manifestNames[list];
  const { downloads: hasRecipes } = await findRecipePreferences(deps.db.pool, userId);
  const entries = listEntries(deps, { ids, own, format: format as ImageFormat, hasRecipes, names });
  return zipEntries(entries, deps.pace);
}

/** Few, as their rows and outputs are in memory. */
const readAtOnce = 50;

/** Reads generations as the zip reaches them. What is deleted while it is downloaded is left out. */
async function* readOwn({ db }: Pick<ApiDeps, 'db'>, userId: string, ids: readonly string[]) {
  for (let from = 0; from < ids.length; from += readAtOnce) {
    const rows = await listOwnForDownload(db.pool, userId, ids.slice(from, from + readAtOnce));
    yield* await withOutputs(db.pool, rows);
  }
}
