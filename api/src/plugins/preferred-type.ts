import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

/** Types of a page: also with the parameter that some clients name, and as strict ones call it. */
const documentTypes = ['text/html', 'text/html;charset=utf-8', 'application/xhtml+xml'];

/** Whether the client takes a document at all: it does unless its `Accept` leaves HTML out or refuses it. */
export function acceptsDocument(request: FastifyRequest): boolean {
  return preferredType(request, documentTypes) !== undefined;
}

/** Whether the client is better served by a document than by JSON. `isEven`: what it gets when it has no preference. */
export function prefersDocument(request: FastifyRequest, isEven = true): boolean {
  const types = isEven ? [...documentTypes, 'application/json'] : ['application/json', ...documentTypes];
  return documentTypes.includes(preferredType(request, types) ?? '');
}

/** RFC 9110, 12.5.1: without the header every type is acceptable. One that names no type at all is read as absent. */
function preferredType({ headers }: FastifyRequest, types: string[]): string | undefined {
  const { accept = '' } = headers;
  const isReadable = /[^\s,;/]\/[^\s,;/]/.test(accept);
  return createNegotiator({ headers: { accept: isReadable ? accept : '*/*' } }).mediaType(types);
}

const negotiated = ['accept', 'accept-encoding', 'accept-language'];

/** Reads a client's preferences. A quality that is no number from 0 to 1 is read as absent, not as a refusal. */
export function createNegotiator({ headers }: Pick<FastifyRequest, 'headers'>): Negotiator {
  const readable = negotiated.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, withoutBadQualities(value)]] : [];
  });
  return new Negotiator({ headers: Object.fromEntries(readable) });
}

/** Quoted parameters may contain anything. */
const quotedOrQuality = /;\s*q\s*=\s*("(?:[^"\\]|\\.)*"|[^,;]*)|"(?:[^"\\]|\\.)*"/gi;

function withoutBadQualities(text: string): string {
  return text.replace(quotedOrQuality, (whole, quality: string | undefined) => {
    const isBad = quality !== undefined && !/^"?(?:0?\.\d+|0\.?|1(?:\.0*)?)"?$/.test(quality.trim());
    return isBad ? '' : whole;
  });
}
