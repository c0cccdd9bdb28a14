import type { PublicGeneration } from '@atelier/contract';
import type { HistoryType } from '#lib/navigation/menu.ts';

const types: Readonly<Record<PublicGeneration['medium'], HistoryType>> = {
  video: 'video',
  image: 'image',
  text: 'image-understanding',
  audio: 'audio',
};

/** The history that lists what a medium is made of. */
export function historyTypeOf(medium: PublicGeneration['medium']): HistoryType {
  return types[medium];
}
