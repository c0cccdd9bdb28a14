import { mediumIcons } from '#product/media/icons.ts';
import { listLibrary } from '../filters/library-query.ts';
import { defineHistoryMedium } from '../history-content.tsx';

export const videoHistory = defineHistoryMedium({
  type: 'video',
  medium: 'video',
  list: (view, signal) => listLibrary('video', view, signal),
  choices: ['kind'],
  empty: { Icon: mediumIcons.video, path: 'video/text-to-video' },
});
