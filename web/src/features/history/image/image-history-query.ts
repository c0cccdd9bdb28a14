import { queryClient } from '#lib/query-client.ts';
import { fetchImageFacets, fetchImageHistory } from './image-data.ts';
import type { ImageView } from './image-view.ts';

const queryKey = ['image-history'] as const;

export function imageHistoryQuery(view: ImageView) {
  return {
    // Both views show the same answer.
    queryKey: [...queryKey, 'page', { ...view, viewMode: undefined }],
    queryFn: ({ signal }: { signal: AbortSignal }) => fetchImageHistory(view, signal),
  };
}

/** The values that the user's own records have, with counts. */
export const imageFacetsQuery = {
  queryKey: [...queryKey, 'facets'],
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchImageFacets(signal),
};

/** Reads the page that is on screen again; the others when they are visited. */
export async function refreshImageHistory(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey });
}
