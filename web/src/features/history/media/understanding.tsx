import { mediumIcons } from '#product/media/icons.ts';
import { listLibrary } from '../filters/library-query.ts';
import { defineHistoryMedium } from '../history-content.tsx';

export const understandingHistory = defineHistoryMedium({
  type: 'image-understanding',
  medium: 'text',
  list: (view, signal) => listLibrary('image-understanding', view, signal),
  empty: { Icon: mediumIcons.text, path: 'image-understanding' },
});
