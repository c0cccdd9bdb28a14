import type {
  DeleteImagesReply,
  DownloadImagesReply,
  FavoriteImageReply,
  ImageFacetsReply,
  ImageFormat,
  ImageHistoryReply,
  PublicGeneration,
} from '@atelier/contract';
import { request } from '#lib/api/request.ts';
import { imageHistoryPath } from './image-history-path.ts';
import type { ImageView } from './image-view.ts';

export function fetchImageHistory(view: ImageView, signal: AbortSignal): Promise<ImageHistoryReply> {
  return request<ImageHistoryReply>(imageHistoryPath(view), { signal });
}

export function fetchImageFacets(signal: AbortSignal): Promise<ImageFacetsReply> {
  return request<ImageFacetsReply>('/api/image-generation/facets', { signal });
}

/** The files go with the records. `isLeaving` lets the call outlive the page. */
export async function deleteImages(ids: readonly string[], isLeaving: boolean): Promise<void> {
  const body = { ids, deleteFiles: true };
  await request<DeleteImagesReply>('/api/image-generation/delete', {
    method: 'DELETE',
    body,
    keepalive: isLeaving,
  });
}

type ImageMarks = { isFavorite?: boolean; tags?: readonly string[] };

/** Resolves to the records as they are then. */
export async function markImages(ids: readonly string[], marks: ImageMarks): Promise<PublicGeneration[]> {
  const reply = await request<FavoriteImageReply>('/api/image-generation/favorite', {
    method: 'POST',
    body: { imageId: ids, ...marks },
  });
  return reply.data;
}

/** The address of a zip with all images of the records. */
export async function prepareDownload(ids: readonly string[], format: ImageFormat): Promise<string> {
  const { downloadUrl } = await request<DownloadImagesReply>('/api/image-generation/download', {
    method: 'POST',
    body: { imageIds: ids, format },
  });
  return downloadUrl;
}
