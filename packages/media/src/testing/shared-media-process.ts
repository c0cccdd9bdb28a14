import { createMediaProcess, type MediaProcess } from '../create-media-process.ts';

/**
 * Children that all test files of a worker share, because starting them takes longer than most files' tests. Closing it
 * does nothing: they end with the worker.
 */
export const sharedMediaProcess: MediaProcess = {
  ...createMediaProcess({ processes: 2 }),
  close: async () => undefined,
};
