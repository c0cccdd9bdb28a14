import type { PublicGeneration } from '@atelier/contract';
import { hasEnded, isRunning } from './generations-state.ts';
import { generationsStore } from './generations-store.ts';

/** Reports each generation that ends while this page knows it as running. Returns the function that stops it. */
export function watchEnds(onEnd: (generation: PublicGeneration) => void): () => void {
  // By key, which stays the same when the server's id replaces that of the request.
  let running = runningKeys();
  return generationsStore.subscribe(() => {
    const before = running;
    running = runningKeys();
    for (const { key, generation } of generationsStore.get().entries.values())
      if (before.has(key) && hasEnded(generation.status)) onEnd(generation);
  });
}

function runningKeys(): ReadonlySet<string> {
  const entries = [...generationsStore.get().entries.values()];
  return new Set(entries.filter(isRunning).map(({ key }) => key));
}

/** The key, among the messages of the shell, of the sentence that says how it ended. */
export function endKeyOf({ medium, status }: Pick<PublicGeneration, 'medium' | 'status'>) {
  if (status === 'partial') return 'ended.partial';
  return `ended.${status === 'failed' ? 'failed' : 'done'}_${medium}` as const;
}

/** The creation pages that show the generations of a medium as they end, by the first part of their path. */
const mediumOfArea: Readonly<Record<string, PublicGeneration['medium']>> = {
  video: 'video',
  'image-to-video': 'video',
  image: 'image',
  'image-understanding': 'text',
  'video-to-audio': 'audio',
};

/** A history lists them, without saying that one has just ended. */
export function isMediumListedAt(path: string, medium: PublicGeneration['medium']): boolean {
  const [, creator, area = '', type] = path.split('/');
  if (area === 'history') return creator === 'creator' && mediumOfHistory[type ?? ''] === medium;
  return isMediumShownAt(path, medium) || (type === 'history' && mediumOfArea[area] === medium);
}

const mediumOfHistory: Readonly<Record<string, PublicGeneration['medium']>> = {
  video: 'video',
  image: 'image',
  'image-understanding': 'text',
  audio: 'audio',
};

export function isMediumShownAt(path: string, medium: PublicGeneration['medium']): boolean {
  const [, creator, area = '', page] = path.split('/');
  return creator === 'creator' && page !== 'history' && mediumOfArea[area] === medium;
}
