import type { ImageFacetsReply, ImageFormat, ImageHistoryReply } from '@atelier/contract';
import { request } from '#lib/api/request.ts';
import { imageHistoryFilter } from './image-history-filter.ts';
import type { ImageView } from './image-view.ts';

export function fetchImageHistory(view: ImageView, signal: AbortSignal): Promise<ImageHistoryReply> {
  return request('GET /api/image-generation/history', { query: imageHistoryFilter(view), signal });
}

export function fetchImageFacets(signal: AbortSignal): Promise<ImageFacetsReply> {
  return request('GET /api/image-generation/facets', { signal });
}

/** The files go with the records. `isLeaving` lets the call outlive the page. */
export async function deleteImages(ids: readonly string[], isLeaving: boolean): Promise<void> {
  const body = { ids: [...ids], deleteFiles: true };
  await request('DELETE /api/image-generation/delete', { body, keepalive: isLeaving });
}

/** The address of a zip with all images of the records. */
export async function prepareDownload(ids: readonly string[], format: ImageFormat): Promise<string> {
  const { downloadUrl } = await request('POST /api/image-generation/download', {
    body: { imageIds: [...ids], format },
  });
  return downloadUrl;
}
