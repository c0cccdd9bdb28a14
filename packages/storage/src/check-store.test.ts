import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { assertSpace, readSpace, shareCheck, tryFolder, tryStore } from './check-store.ts';
import { createStore } from './create-store.ts';
import { createDiskStore } from './disk-store.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

const PUBLIC_URL = 'http://atelier.test';
const unavailable = { code: 'unavailable' };
const refusal = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));

describe('the check of a storage', () => {
  it('leaves nothing behind where a file can be written', async () => {
    const root = await temporaryFolder();
    await tryStore(createDiskStore(root));
    await tryFolder(root);
    const entries = await readdir(root, { recursive: true, withFileTypes: true });
    expect(entries.filter((entry) => entry.isFile())).toEqual([]);
  });

  it.each(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES'])(
    'fails where a file cannot be written: %s',
    async (code) => {
      const store = { ...createDiskStore(await temporaryFolder()), put: refusal(code) };
      await expect(tryStore(store)).rejects.toMatchObject({ ...unavailable, cause: { code } });
    },
  );

  it('fails where a file cannot be read back, comes back changed, or cannot be removed', async () => {
    const store = createDiskStore(await temporaryFolder());
    const empty = async () => Buffer.alloc(0);
    for (const broken of [{ load: refusal('EIO') }, { load: empty }, { delete: refusal('EROFS') }])
      await expect(tryStore({ ...store, ...broken })).rejects.toMatchObject(unavailable);
  });

  it.each(['files', 'work'])('fails where a file stands in the place of the folder %s', async (name) => {
    const DATA_DIR = await temporaryFolder();
    await writeFile(join(DATA_DIR, name), '');
    await expect(createStore({ DATA_DIR, PUBLIC_URL }).check()).rejects.toMatchObject(unavailable);
  });

  it('fails where there is no room for results, and not where there is', async () => {
    const DATA_DIR = await temporaryFolder();
    await mkdir(join(DATA_DIR, 'work'));
    const { freeBytes, neededBytes } = await readSpace([DATA_DIR], 1_048_576);
    expect(neededBytes).toBe(4 * 1_048_576);
    assertSpace({ freeBytes, neededBytes });
    expect(() => assertSpace({ freeBytes: neededBytes - 1, neededBytes })).toThrow(
      expect.objectContaining(unavailable),
    );
  });

  it('asks a disk that is too small for four results for a twentieth of itself', async () => {
    const { neededBytes } = await readSpace([await temporaryFolder()], Number.MAX_SAFE_INTEGER);
    const { freeBytes } = await readSpace([await temporaryFolder()], 0);
    expect(neededBytes).toBeGreaterThan(0);
    expect(neededBytes * 20).toBeGreaterThanOrEqual(freeBytes);
  });
});

describe('a check that many ask for', () => {
  it('is made once at a time and once in its age', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let asked = 0;
    const check = shareCheck(
      () => {
        asked += 1;
        return promise;
      },
      { maxAgeMs: 3_600_000, limitMs: 3_600_000 },
    );
    const answers = [check(), check()];
    resolve();
    await Promise.all(answers);
    await check();
    expect(asked).toBe(1);
  });

  it('is made again when its answer is old, whether that was good or bad', async () => {
    let isUp = false;
    const check = shareCheck(() => (isUp ? Promise.resolve() : Promise.reject(new Error('full'))), {
      maxAgeMs: 0,
      limitMs: 3_600_000,
    });
    await expect(check()).rejects.toThrow('full');
    isUp = true;
    await check();
    isUp = false;
    await expect(check()).rejects.toThrow('full');
  });

  it('fails when no answer comes in time', async () => {
    const check = shareCheck(() => new Promise<Readable>(() => undefined), { maxAgeMs: 0, limitMs: 1 });
    await expect(check()).rejects.toMatchObject(unavailable);
  });
});
