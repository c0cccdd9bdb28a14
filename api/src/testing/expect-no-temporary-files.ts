import { readdir } from 'node:fs/promises';
import { getWorkFolder } from '@atelier/storage';
import { expect, vi } from 'vitest';
import type { ApiDeps } from '../deps.ts';

/** Waits until the work folder is empty. */
export async function expectNoTemporaryFiles({ env }: Pick<ApiDeps, 'env'>): Promise<void> {
  await vi.waitFor(async () => expect(await readdir(getWorkFolder(env))).toEqual([]), 20_000);
}
