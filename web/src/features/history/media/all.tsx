import Images from 'lucide-react/icons/images';
import { AudioRow } from '../audio/audio-row.tsx';
import { listLibrary } from '../filters/library-query.ts';
import { defineHistoryMedium } from '../history-content.tsx';
import type { RowProps } from '../history-medium.ts';
import { ImageRow } from './image-row.tsx';
import { AnalysisRow } from './understanding.tsx';
import { VideoRow } from './video.tsx';

/** Every medium together. */
export const libraryHistory = defineHistoryMedium({
  type: 'all',
  medium: undefined,
  list: (view, signal) => listLibrary('all', view, signal, 20),
  choices: ['kind'],
  empty: { Icon: Images, path: 'video/text-to-video' },
  Row,
});

const rows = { video: VideoRow, image: ImageRow, audio: AudioRow, text: AnalysisRow };

function Row(props: RowProps) {
  const MediumRow = rows[props.generation.medium];
  return <MediumRow {...props} />;
}
