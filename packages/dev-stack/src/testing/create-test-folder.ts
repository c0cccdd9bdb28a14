import { join } from 'node:path';
import './provided.ts';
import { makeTemporaryDir } from './temporary-dir.ts';

/**
 * A new empty folder for one test file, with a space in its path. It is removed with the whole run, however that ends.
 * Needs the global setup, like `createTestDatabase`.
 */
export async function createTestFolder(label: string): Promise<string> {
  return makeTemporaryDir(label, await runFolder());
}

/**
 * For an emulator: all of a run keep what they make in one folder, so that each video and image is encoded once, and draw
 * few of a video's pictures, which are most of its cost.
 */
export async function sharedMedia(): Promise<{ mediaDir: string; picturesPerSecond: number }> {
  return { mediaDir: join(await runFolder(), 'emulator media'), picturesPerSecond: 2 };
}

async function runFolder(): Promise<string> {
  // Imported lazily: this package is also used outside Vitest.
  const { inject } = await import('vitest');
  return inject('testFolder');
}
