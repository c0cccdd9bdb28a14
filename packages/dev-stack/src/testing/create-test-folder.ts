import './provided.ts';
import { makeTemporaryDir } from './temporary-dir.ts';

/**
 * A new empty folder for one test file, with a space in its path. It is removed with the whole run, however that ends.
 * Needs the global setup, like `createTestDatabase`.
 */
export async function createTestFolder(label: string): Promise<string> {
  // Imported lazily: this package is also used outside Vitest.
  const { inject } = await import('vitest');
  return makeTemporaryDir(label, inject('testFolder'));
}

/**
 * Options with which all emulators share one folder from one run to the next, so that each video and image is encoded
 * once, and draw few of a video's pictures, which are most of its cost.
 */
export async function sharedMedia(): Promise<{ mediaDir: string; picturesPerSecond: number }> {
  // Imported lazily: this package is also used outside Vitest.
  const { inject } = await import('vitest');
  return { mediaDir: inject('mediaDir'), picturesPerSecond: 2 };
}
