import { createDeletions } from '../create-deletions.ts';
import { deleteSounds } from './audio-history-api.ts';

export const audioDeletions = createDeletions({
  type: 'audio',
  send: deleteSounds,
  // The histories' query library is no part of the pages that only offer the deletion.
  refresh: () => void import('./audio-history-query.ts').then((query) => query.refreshAudioHistory()),
});
