import type { FastifyReply, FastifyRequest } from 'fastify';

/** Sets an ETag on the reply, which the client has to revalidate, and reports whether its copy is current: reply 304. */
export function isUnchanged(
  request: FastifyRequest,
  reply: FastifyReply,
  { id, revision }: { id: string; revision: number },
): boolean {
  const etag = `"${id}-${revision}"`;
  reply.header('etag', etag).header('cache-control', 'private, no-cache');
  return matchesEtag(request.headers['if-none-match'], etag);
}

/** Whether If-None-Match names this version, by weak comparison as RFC 9110 section 13.1.2 requires. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((known) => known.trim().replace(/^W\//, '') === etag);
}
