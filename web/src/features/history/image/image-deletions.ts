import { createDeletions } from '../create-deletions.ts';
import { deleteImages } from './image-data.ts';

export const imageDeletions = createDeletions({
  type: 'image',
  send: deleteImages,
  // The histories' query library is no part of the pages that only offer the deletion.
  refresh: () => void import('./image-history-query.ts').then((query) => query.refreshImageHistory()),
});
