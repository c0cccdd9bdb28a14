import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesEtag } from '../media/match-etag.ts';

/**
 * Names the version of what is answered, for users who ask again and again, and tells whether they have it already:
 * then 304 is the whole answer. A browser keeps the reply and asks every time before it uses it.
 */
export function isUnchanged(
  request: FastifyRequest,
  reply: FastifyReply,
  { id, revision }: { id: string; revision: number },
): boolean {
  const etag = `"${id}-${revision}"`;
  reply.header('etag', etag).header('cache-control', 'private, no-cache');
  return matchesEtag(request.headers['if-none-match'], etag);
}
