import { createDeletions } from '../create-deletions.ts';
import { deleteAnalyses } from './understanding-history-api.ts';
import { refreshUnderstandingHistory } from './understanding-history-query.ts';

export const understandingDeletions = createDeletions({
  type: 'image-understanding',
  send: deleteAnalyses,
  refresh: () => void refreshUnderstandingHistory(),
});
