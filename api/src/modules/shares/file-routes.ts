import { findKind, sharedInput } from '@atelier/catalog';
import { AppError, type Recipe } from '@atelier/contract';
import { findSharedFile, findSharedSource, type SharedFile, type SharedSource } from '@atelier/db';
import { toAltText } from '@atelier/generations';
import type { ByteRange } from '@atelier/storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import pLimit from 'p-limit';
import * as z from 'zod/mini';
import type { Api, RouteDeps } from '../../api.ts';
import { formatAttachment } from '../media/attachment.ts';
import { type FileCopy, isSignable, makeCopy, sendCopy } from '../media/file-copy.ts';
import { sendBytes } from '../media/send-bytes.ts';
import { findAskedImage, getSharedWork } from './find-work.ts';
import { hashShareToken } from './share-token.ts';

const params = z.object({ token: z.string(), position: z.string() });
const query = z.object({ download: z.optional(z.string().check(z.maxLength(200))) });
const schema = { hide: true, params, querystring: query };

/**
 * The files of shared pages, at addresses below the page's own. Whether the page is still shared is asked at every
 * request, ranges and revalidations included: a reply that runs when it ends goes on, the next one is 404.
 */
export function sharedFileRoutes(api: Api, deps: RouteDeps): void {
  api.get('/s/:token/media/:position', { schema }, async (request, reply) => {
    const { token, position } = request.params;
    if (position === 'asked')
      return sendFile(deps, request, reply, await findAskedImage(deps, await getSharedWork(deps, token)));
    return sendFile(deps, request, reply, await findFile(deps, { token, position, isPoster: false }), true);
  });

  api.get('/s/:token/poster/:position', { schema }, async (request, reply) => {
    const { token, position } = request.params;
    return sendFile(deps, request, reply, await findFile(deps, { token, position, isPoster: true }));
  });
}

type Wanted = { token: string; position: string; isPoster: boolean };

async function findFile(
  { db }: Pick<RouteDeps, 'db'>,
  { token, position, isPoster }: Wanted,
): Promise<SharedFile | undefined> {
  const tokenHash = hashShareToken(token);
  if (!tokenHash || !/^\d{1,3}$/.test(position)) return undefined;
  return findSharedFile(db.pool, { tokenHash, position: Number(position), isPoster });
}

/** `isResult`: a download of it may carry how it was made. */
async function sendFile(
  deps: RouteDeps,
  request: FastifyRequest<{ Params: z.infer<typeof params>; Querystring: z.infer<typeof query> }>,
  reply: FastifyReply,
  shared: SharedFile | undefined,
  isResult = false,
): Promise<FastifyReply> {
  const { store } = deps;
  const file = shared && (await store.find(shared.storage_key));
  if (!file) throw new AppError('not_found');
  const { storage_key: key, content_type, allows_download, name_prompt } = shared;
  const isShown = /^(image|video|audio)\//.test(content_type);
  const isAttached = !isShown || (allows_download && request.query.download !== undefined);
  reply
    .type(content_type)
    // Kept, but asked for each time: a copy in a cache must end with the page.
    .header('cache-control', 'private, no-cache')
    .header('cdn-cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .header('x-robots-tag', 'noindex')
    .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
    // Allows previews and frames on other sites.
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('content-disposition', isAttached ? formatAttachment(name_prompt, content_type) : 'inline');
  const tokenHash = hashShareToken(request.params.token);
  if (isResult && isShown && isAttached && tokenHash) {
    const position = Number(request.params.position);
    const copy = await makeSharedCopy(deps, { file: shared, bytes: file.bytes, tokenHash, position });
    if (copy) return sendCopy(reply, copy);
  }
  const read = (range?: ByteRange) => store.read(key, range);
  return sendBytes(request, reply, { etag: `"${key.slice(-40)}-${file.bytes}"`, bytes: file.bytes, read });
}

/** One at a time, so that the download of an owner waits for one of a visitor at most. */
const visitorSlot = pLimit(1);
const maxWaiting = 10;

type WantedCopy = { file: SharedFile; bytes: number; tokenHash: Buffer; position: number };

/**
 * The copy of a shared file that says how it was made, for visitors who download it. Undefined: it is the stored file,
 * because its owner has not allowed it, the page shows nothing of it, it cannot be signed, or too many wait.
 */
async function makeSharedCopy(
  deps: RouteDeps,
  { file, bytes, tokenHash, position }: WantedCopy,
): Promise<FileCopy | undefined> {
  const stored = { key: file.storage_key, contentType: file.content_type, bytes };
  if (!isSignable(deps, stored) || visitorSlot.pendingCount >= maxWaiting) return undefined;
  const source = await findSharedSource(deps.db.pool, { tokenHash, position });
  const recipe = source && findSharedRecipe(source);
  if (!recipe) return undefined;
  const { generation: row, shows_prompt } = source;
  const altText = toAltText(row, { showsPrompt: shows_prompt });
  return makeCopy(deps, { ...stored, row, recipe, altText, slots: visitorSlot });
}

/** Recipe with what the page shows, without the files and the id, which only the owner can open. */
function findSharedRecipe({ generation, shows_prompt, shows_settings }: SharedSource): Recipe | undefined {
  const kind = findKind(generation.kind);
  if (!kind) return undefined;
  const shown = { prompt: shows_prompt, settings: shows_settings };
  return {
    generation: null,
    kind: kind.id,
    input: sharedInput(kind, generation.input as Record<string, unknown>, shown),
    seed: shows_settings ? generation.seed_used : null,
  };
}
