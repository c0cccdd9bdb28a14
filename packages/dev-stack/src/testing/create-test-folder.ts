import './provided.ts';
import { makeTemporaryDir } from './temporary-dir.ts';

/**
 * A new empty folder for one test file, with a space in its path. It is removed with the whole run, however that ends.
 * Needs the global setup, like `createTestDatabase`.
 */
export async function createTestFolder(label: string): Promise<string> {
  const { inject } = await import('vitest');
  return makeTemporaryDir(label, inject('testFolder'));
}
