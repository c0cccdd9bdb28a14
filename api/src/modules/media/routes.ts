import { AppError } from '@atelier/contract';
import { findMediaAccess } from '@atelier/db';
import { isKey } from '@atelier/storage';
import * as z from 'zod/mini';
import type { Api, RouteDeps } from '../../api.ts';
import { dispositionOf } from './disposition.ts';
import { matchesEtag } from './match-etag.ts';
import { parseRange } from './parse-range.ts';

const text = z.optional(z.string().check(z.maxLength(200)));
/** `e` and `sig`: an address that the disk driver signed for somebody without a session. */
const mediaQuery = z.object({ download: text, e: text, sig: text });

/**
 * A stored file: to its owner, or to everybody when its record is public; to all others it does not exist. Files never
 * change under their key, so browsers keep them (S16).
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
      // A shared cache would hand a renewed session's cookie to everybody.
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
