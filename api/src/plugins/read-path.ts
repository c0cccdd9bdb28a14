import type { FastifyRequest } from 'fastify';

/**
 * The path by which rules judge a request: that of its route, with parameters as written there, and for an unknown
 * address the decoded path. Never the raw URL, which clients may spell with escapes (`/%61pi`) or send as a whole address
 * (RFC 9112 section 3.2.2): the router understands both.
 */
export function readPath({ routeOptions, url }: Pick<FastifyRequest, 'routeOptions' | 'url'>): string {
  if (routeOptions.url !== undefined) return routeOptions.url;
  const path = readRawPath(url);
  try {
    return decodeURIComponent(path);
  } catch (error) {
    if (error instanceof URIError) return path;
    throw error;
  }
}

/** Returns the path as the client spelled it: a slash that is part of a segment is still `%2F`. */
export function readRawPath(url: string): string {
  return url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
}
