import { AppError } from '@atelier/contract';
import { findMediaAccess } from '@atelier/db';
import { type ByteRange, extensionOf, isKey } from '@atelier/storage';
import { create as contentDisposition } from 'content-disposition';
import * as z from 'zod/mini';
import type { Api, RouteDeps } from '../../api.ts';
import { matchesEtag } from './etag.ts';

const text = z.optional(z.string().check(z.maxLength(200)));
/** `e` and `sig`: a URL signed by the disk driver, for clients without a session such as fal. */
const mediaQuery = z.object({ download: text, e: text, sig: text });

/**
 * Serves a stored file to its owner, or to everyone when its generation is public; otherwise 404. The file of a key never
 * changes, so browsers may cache it forever.
 */
export function mediaRoutes(api: Api, deps: RouteDeps): void {
  api.get(
    '/media/*',
    { schema: { hide: true, params: z.object({ '*': z.string() }), querystring: mediaQuery } },
    async (request, reply) => {
      const key = request.params['*'];
      const access = isKey(key) ? await findMediaAccess(deps.db.pool, key) : undefined;
      const isOpen = access?.is_public || access?.owner_id === request.session?.userId;
      if (!access || !(isOpen || (await deps.store.signedAddresses?.acceptGet(key, request.query))))
        throw new AppError('not_found');
      const file = await deps.store.find(key);
      if (!file) throw new AppError('not_found');

      const etag = `"${key.slice(-40)}-${file.bytes}"`;
      const { headers, query } = request;
      // A shared cache would store a renewed session's cookie and send it to others.
      const isShared = access.is_public && !reply.hasHeader('set-cookie');
      reply
        .header('accept-ranges', 'bytes')
        .header('etag', etag)
        .header('cache-control', `${isShared ? 'public' : 'private'}, max-age=31536000, immutable`)
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', "sandbox; default-src 'none'")
        .header('content-disposition', dispositionOf(access, query.download));
      if (matchesEtag(headers['if-none-match'], etag)) return reply.status(304).send();

      reply.type(access.content_type);
      const isSameVersion = headers['if-range'] === undefined || headers['if-range'] === etag;
      const range = isSameVersion ? parseRange(headers.range, file.bytes) : undefined;
      if (range === 'unsatisfiable') {
        reply.header('content-range', `bytes */${file.bytes}`).header('cache-control', 'no-store');
        return reply.status(416).send();
      }
      if (!range) return reply.header('content-length', file.bytes).send(deps.store.read(key));
      return reply
        .status(206)
        .header('content-range', `bytes ${range.start}-${range.end}/${file.bytes}`)
        .header('content-length', range.end - range.start + 1)
        .send(deps.store.read(key, range));
    },
  );
}

/**
 * The byte range that a request asks for, both ends inclusive. Undefined: send the whole file, also for multiple ranges
 * or a malformed header, as RFC 9110 section 14.2 allows.
 */
function parseRange(header: string | undefined, bytes: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  if (match[1] === '') {
    const length = Math.min(Number(match[2]), bytes);
    return length === 0 ? 'unsatisfiable' : { start: bytes - length, end: bytes - 1 };
  }
  const start = Number(match[1]);
  const end = match[2] === '' ? bytes - 1 : Math.min(Number(match[2]), bytes - 1);
  if (match[2] !== '' && Number(match[2]) < start) return undefined;
  return start >= bytes ? 'unsatisfiable' : { start, end };
}

type StoredFile = { content_type: string; name_prompt: string };

const maxNameCodePoints = 80;

/**
 * Content-Disposition of a stored file: images, videos and audio are shown inline, unless `download` is given (empty or
 * with a name). The file name is taken from it or from the prompt, reduced to letters, digits and a few safe characters.
 */
function dispositionOf(file: StoredFile, download: string | undefined): string {
  const isShown = /^(image|video|audio)\//.test(file.content_type);
  if (isShown && download === undefined) return 'inline';
  const safe = (download || file.name_prompt).replace(/[^\p{L}\p{N} ._-]+/gu, ' ').trim();
  // Cut by code points, because half of a surrogate pair cannot be encoded.
  const words = [...safe].slice(0, maxNameCodePoints).join('');
  const ending = `.${extensionOf(file.content_type)}`;
  const name = words.endsWith(ending) ? words : `${words || 'atelier'}${ending}`;
  return contentDisposition(name, { type: 'attachment' });
}
