import type { ImageFacetsReply, ImageFormat, ImageHistoryReply, QueryOf } from '@atelier/contract';
import { request } from '#lib/api/request.ts';
import { historyKey } from '../history-rows.ts';
import { type ImageView, imagePageSize } from './image-view.ts';

export function fetchImageHistory(view: ImageView, signal: AbortSignal): Promise<ImageHistoryReply> {
  return request('GET /api/image-generation/history', { query: imageHistoryFilter(view), signal });
}

/** The filter values that the user's own images have, with counts. */
export const imageFacetsQuery = {
  queryKey: [...historyKey('image'), 'facets'],
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<ImageFacetsReply> =>
    request('GET /api/image-generation/facets', { signal }),
};

/** Deletes the files too. `isLeaving` lets the call outlive the page. */
export function deleteImages(ids: readonly string[], isLeaving: boolean): Promise<unknown> {
  const body = { ids: [...ids], deleteFiles: true };
  return request('DELETE /api/image-generation/delete', { body, keepalive: isLeaving });
}

/** The URL of a zip with all images of the generations. */
export async function prepareDownload(ids: readonly string[], format: ImageFormat): Promise<string> {
  const { downloadUrl } = await request('POST /api/image-generation/download', {
    body: { imageIds: [...ids], format },
  });
  return downloadUrl;
}

/** A view as the list call takes it. Days are those of the user's own time zone. */
export function imageHistoryFilter({ page, search, viewMode, filters }: ImageView): ImageHistoryFilter {
  const { dateStart, dateEnd, tags } = filters;
  return {
    page,
    pageSize: imagePageSize,
    viewMode,
    search: textOf(search),
    mode: textOf(filters.mode),
    model: textOf(filters.model),
    size: textOf(filters.size),
    dateStart: dateStart === '' ? undefined : momentOf(dateStart, 0),
    dateEnd: dateEnd === '' ? undefined : momentOf(dateEnd, 1),
    onlyFavorites: filters.isFavorite ? 'true' : undefined,
    tags: [...tags],
  };
}

type ImageHistoryFilter = QueryOf<'GET /api/image-generation/history'>;

function textOf(text: string): string | undefined {
  return text.trim() === '' ? undefined : text.trim();
}

/** The first moment of a day, or with `edge` 1 its last one. */
function momentOf(day: string, edge: 0 | 1): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  // Not plus 24 hours: a day has 23 or 25 of them when the clocks change.
  return new Date(new Date(year, month - 1, date + edge).getTime() - edge).toISOString();
}
