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

/** Where all emulators of a run keep what they make, so that each video and image is encoded once. */
export async function sharedMediaDir(): Promise<string> {
  return join(await runFolder(), 'emulator media');
}

async function runFolder(): Promise<string> {
  // Imported lazily: this package is also used outside Vitest.
  const { inject } = await import('vitest');
  return inject('testFolder');
}
