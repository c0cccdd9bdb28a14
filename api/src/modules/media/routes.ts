import { AppError } from '@atelier/contract';
import { findMediaAccess, type MediaAccess } from '@atelier/db';
import { type ByteRange, isKey } from '@atelier/storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Api, RouteDeps } from '../../api.ts';
import { signInByCookie } from '../auth/session.ts';
import { confirmUpload } from '../uploads/confirm-upload.ts';
import { formatAttachment } from './attachment.ts';
import { makeOwnerCopy, sendCopy } from './file-copy.ts';
import { sendBytes } from './send-bytes.ts';

const text = z.optional(z.string().check(z.maxLength(200)));
/** Kept, but asked for each time: a file that is made private again must not be read from a cache. */
const publicCaching = { 'cache-control': 'public, no-cache' };
/**
 * Headers for the owner's browser, which removes its copies when the user signs out. The second header is RFC 9213's:
 * it keeps a CDN that is set up to store everything from storing this.
 */
const privateCaching = { 'cache-control': 'private, max-age=86400', 'cdn-cache-control': 'no-store' };

/**
 * `own`: the copy that an owner downloads, shown as without it. `e` and `sig`: a URL signed by the disk driver, for
 * clients without a session such as fal.
 */
const mediaQuery = z.object({ download: text, own: text, e: text, sig: text });

/**
 * Serves a stored file to its owner, or to everyone when its generation is public; otherwise 404. The file of a key never
 * changes, but who may read it does.
 */
export function mediaRoutes(api: Api, deps: RouteDeps): void {
  api.get(
    '/media/*',
    {
      config: { keyScopes: ['files'] },
      schema: { hide: true, params: z.object({ '*': z.string() }), querystring: mediaQuery },
    },
    async (request, reply) => {
      const key = request.params['*'];
      let access = isKey(key) ? await findMediaAccess(deps.db.pool, key) : undefined;
      if (!access || !(await mayRead(deps, access, request, reply))) throw new AppError('not_found');
      if (!access.is_checked) access = await checkUpload(deps, access, request);
      if (!access) throw new AppError('not_found');
      const file = await deps.store.find(key);
      if (!file) throw new AppError('not_found');

      const etag = `"${key.slice(-40)}-${file.bytes}"`;
      reply
        .type(access.content_type)
        .headers(access.is_public ? publicCaching : privateCaching)
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
        .header('content-disposition', formatDisposition(access, request.query.download));
      const download = { key, contentType: access.content_type, bytes: file.bytes };
      const isDownload = (request.query.download ?? request.query.own) !== undefined;
      if (isDownload && (await sendOwnerCopy(deps, request, reply, download))) return reply;
      const read = (range?: ByteRange) => deps.store.read(key, range);
      return sendBytes(request, reply, { etag, bytes: file.bytes, read });
    },
  );
}

type Download = { key: string; contentType: string; bytes: number };

/** Sends the owner's own copy of a result. Returns false when the stored file is to be sent, as to everyone. */
async function sendOwnerCopy(
  deps: RouteDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  download: Download,
): Promise<boolean> {
  if (!request.session) await signInByCookie(deps, request, reply);
  if (!request.session) return false;
  reply.headers({ 'cache-control': 'private, no-store', 'cdn-cache-control': 'no-store' });
  const copy = await makeOwnerCopy(deps, { ...download, userId: request.session.userId });
  if (copy) sendCopy(reply, copy);
  return copy !== undefined;
}

/** Asks for as little as possible: the session costs a query, and pages load files in numbers. */
async function mayRead(
  deps: RouteDeps,
  access: { is_public: boolean; owner_id: string },
  request: FastifyRequest<{ Params: { '*': string }; Querystring: z.infer<typeof mediaQuery> }>,
  reply: FastifyReply,
): Promise<boolean> {
  // No session: a renewed cookie on a public file would be stored by shared caches and sent to others.
  if (access.is_public) return true;
  if (await deps.store.signedAddresses?.acceptGet(request.params['*'], request.query)) return true;
  if (!request.session) await signInByCookie(deps, request, reply);
  return access.owner_id === request.session?.userId;
}

/**
 * A presigned upload is checked when its owner reads it, as at its first use; nothing is served before that. A locked
 * account uploads nothing. Throws AppError: what `confirmUpload` refuses.
 */
async function checkUpload(
  deps: RouteDeps,
  access: MediaAccess,
  { session, params }: FastifyRequest<{ Params: { '*': string } }>,
): Promise<MediaAccess | undefined> {
  if (!session || session.isLocked) return undefined;
  const stored = await confirmUpload(deps, session.userId, params['*']);
  return stored && { ...access, content_type: stored.contentType };
}

/** Images, videos and audio are shown inline, unless `download` is given (empty or with a name). */
function formatDisposition(file: MediaAccess, download: string | undefined): string {
  const isShown = /^(image|video|audio)\//.test(file.content_type);
  return isShown && download === undefined
    ? 'inline'
    : formatAttachment(download || file.name_prompt, file.content_type);
}
