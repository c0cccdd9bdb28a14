import type {
  BodyOf,
  LibraryChangeReply,
  LibraryDaysReply,
  LibraryFacetsReply,
  LibraryReply,
  QueryOf,
} from '@atelier/contract';
import { request } from './request.ts';

export type LibraryQuery = QueryOf<'GET /api/library'>;
/** Of the facets and days. */
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

export function changeLibrary(body: BodyOf<'POST /api/library/change'>): Promise<LibraryChangeReply> {
  return request('POST /api/library/change', { body });
}
