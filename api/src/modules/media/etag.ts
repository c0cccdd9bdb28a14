import type { FastifyReply, FastifyRequest } from 'fastify';
/** If-None-Match: whether the browser has this version already; weak comparison, as RFC 9110 13.1.2 asks. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((known) => known.trim().replace(/^W\//, '') === etag);
}

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
