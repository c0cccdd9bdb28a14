/** Longer ones are refused by the router, before any page can answer. */
const maxSegmentLength = 100;

/** Their refusals are JSON. */
const servedByApi = /^(?:https?:\/\/[^/]*)?\/(?:api|media|ops|socket\.io)(?:\/|$)/i;

/**
 * An address of a page that the router takes, so that a page answers: escapes that encode no text are
 * read as they are spelled, and parts below `/s/` that are too long for a token are cut. Whatever is changed here names
 * nothing before and after.
 */
export function readableUrl(url: string): string {
  const [, path = '', query = ''] = /^([^?#]*)(.*)$/s.exec(url) ?? [];
  if (servedByApi.test(path)) return url;
  const readable = path.split('/').map(readableSegment);
  const isShared = readable[1] === 's';
  const cut = isShared ? readable.map((segment) => segment.slice(0, maxSegmentLength)) : readable;
  return `${cut.map(readableSegment).join('/')}${query}`;
}

function readableSegment(segment: string): string {
  try {
    decodeURIComponent(segment);
    return segment;
  } catch (error) {
    if (error instanceof URIError) return segment.replaceAll('%', '%25');
    throw error;
  }
}
