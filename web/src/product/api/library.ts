import {
  type BodyOf,
  type LibraryChangeReply,
  type LibraryDaysReply,
  type LibraryFacetsReply,
  type LibraryReply,
  maxLibraryIds,
  type QueryOf,
} from '@atelier/contract';
import { request } from '#lib/api/request.ts';

export type LibraryQuery = QueryOf<'GET /api/library'>;
/** Filters of the facets and days. */
export type LibraryFilterQuery = QueryOf<'GET /api/library/facets'>;

export function fetchLibrary(query: LibraryQuery, signal?: AbortSignal): Promise<LibraryReply> {
  return request('GET /api/library', { query, signal });
}

export function fetchLibraryFacets(
  query: LibraryFilterQuery,
  signal?: AbortSignal,
): Promise<LibraryFacetsReply> {
  return request('GET /api/library/facets', { query, signal });
}

export function fetchLibraryDays(query: LibraryFilterQuery, signal?: AbortSignal): Promise<LibraryDaysReply> {
  return request('GET /api/library/days', { query, signal });
}

/**
 * Changes generations in as many calls as needed.
 * Each changes all of its own, so the first failure leaves the rest unchanged.
 */
export async function changeLibrary({
  ids,
  ...change
}: BodyOf<'POST /api/library/change'>): Promise<LibraryChangeReply> {
  const all: LibraryChangeReply = { changed: 0, skipped: [], full: [] };
  for (const batch of splitIntoBatches(ids)) {
    const reply = await request('POST /api/library/change', { body: { ids: batch, ...change } });
    all.changed += reply.changed;
    all.skipped.push(...reply.skipped);
    all.full.push(...reply.full);
  }
  return all;
}

/** Splits ids into as many as one call may name. */
export function splitIntoBatches(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / maxLibraryIds);
  return Array.from({ length: count }, (_, batch) =>
    ids.slice(batch * maxLibraryIds, (batch + 1) * maxLibraryIds),
  );
}
