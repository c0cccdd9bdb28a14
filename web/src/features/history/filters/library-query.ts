import type { ImageFormat, ImageHistoryReply } from '@atelier/contract';
import { request } from '#lib/api/request.ts';
import { fetchLibrary, fetchLibraryFacets, type LibraryFilterQuery } from '#product/api/library.ts';
import { historyKey } from '../history-key.ts';
import type { HistoryReply } from '../history-medium.ts';
import {
  countFilters,
  findMedium,
  type LibraryType,
  type LibraryView,
  readValues,
  statusFilters,
} from './library-view.ts';

/** Rows a page of the list, unless its tab has room for more. */
const usualPageSize = 10;

/** Query of a view to the library. Days are those of the browser's time zone. */
export function toFilter(type: LibraryType, { search, filters }: LibraryView): LibraryFilterQuery {
  const { kind, mode, model, size, dateStart, dateEnd, isFavorite, tags } = filters;
  const statuses = readValues(filters.status).flatMap((value) =>
    Object.hasOwn(statusFilters, value) ? (statusFilters[value] ?? []) : [],
  );
  return {
    medium: findMedium(type),
    status: statuses.length > 0 ? statuses : undefined,
    kind: readList(kind),
    mode: readList(mode),
    model: readList(model),
    size: readList(size),
    from: readText(dateStart),
    to: readText(dateEnd),
    favorite: isFavorite ? 'true' : undefined,
    tag: tags.length > 0 ? [...tags] : undefined,
    project: filters.project === 'none' || isId(filters.project) ? filters.project : undefined,
    batch: isId(filters.batch) ? filters.batch : undefined,
    search: readText(search),
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

/** The filter values that the user's own generations of a tab have, with counts. */
export function facetsQuery(type: LibraryType) {
  return {
    queryKey: [...historyKey(type), 'facets'],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      fetchLibraryFacets({ medium: findMedium(type) }, signal),
  };
}

/** Statuses and models go by their letters, credits from the most. */
const sortings = {
  oldest: { sort: 'created', order: 'asc' },
  model: { sort: 'model', order: 'asc' },
  credits: { sort: 'credits', order: 'desc' },
  status: { sort: 'status', order: 'asc' },
  '-model': { sort: 'model', order: 'desc' },
  '-credits': { sort: 'credits', order: 'asc' },
  '-status': { sort: 'status', order: 'desc' },
} as const;

/** A page of the list. */
export async function listLibrary(
  type: LibraryType,
  view: LibraryView,
  signal: AbortSignal,
  pageSize = usualPageSize,
): Promise<HistoryReply> {
  const { page, sort } = view;
  const query = { ...toFilter(type, view), ...(sort && sortings[sort]), page, pageSize };
  const reply = await fetchLibrary(query, signal);
  const { data, total = 0, totalPages = 0 } = reply;
  return { data: data.map((generation) => ({ generation })), total, page, totalPages };
}

/**
 * A page of the list of sounds: in its usual order and without filters that of their own history, which also says what was
 * refunded but has neither.
 */
export async function listSounds(view: LibraryView, signal: AbortSignal): Promise<HistoryReply> {
  const { page, search, sort, filters } = view;
  if (sort || countFilters(filters) > 0) return listLibrary('audio', view, signal);
  const query = { page, pageSize: usualPageSize, search: readText(search) };
  return request('GET /api/audio-generation/history', { query, signal });
}

/** Fetches how many images the user has made and what they cost in total. */
export async function fetchImageStats({
  signal,
}: {
  signal: AbortSignal;
}): Promise<ImageHistoryReply['stats']> {
  const query = { page: 1, pageSize: 1 };
  const { stats } = await request('GET /api/image-generation/history', { query, signal });
  return stats;
}

/** The URL of a zip with all files of the generations. */
export async function prepareDownload(ids: readonly string[], format: ImageFormat): Promise<string> {
  const { downloadUrl } = await request('POST /api/library/download', { body: { ids: [...ids], format } });
  return downloadUrl;
}

function readText(text: string): string | undefined {
  return text.trim() === '' ? undefined : text.trim();
}

/** The API rejects more values of one filter, and longer ones. */
function readList(text: string): string[] | undefined {
  const values = readValues(text).filter((value) => value.length <= 60);
  return values.length > 0 ? values.slice(0, 20) : undefined;
}

/** Another text in the address would be refused. */
function isId(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);
}
