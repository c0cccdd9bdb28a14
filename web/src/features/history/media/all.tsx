import Images from 'lucide-react/icons/images';
import { listLibrary } from '../filters/library-query.ts';
import { defineHistoryMedium } from '../history-content.tsx';

/** Every medium together. */
export const libraryHistory = defineHistoryMedium({
  type: 'all',
  medium: undefined,
  list: (view, signal) => listLibrary('all', view, signal, 20),
  choices: ['kind'],
  empty: { Icon: Images, path: 'video/text-to-video' },
});
