import { createDeletions } from '../create-deletions.ts';
import { deleteVideos } from './video-history-api.ts';

export const videoDeletions = createDeletions({
  type: 'video',
  send: deleteVideos,
  // The histories' query library is no part of the pages that only offer the deletion.
  refresh: () => void import('./video-history-query.ts').then((query) => query.refreshVideoHistory()),
});
