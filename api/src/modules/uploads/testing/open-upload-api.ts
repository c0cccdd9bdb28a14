import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { storeDrivers } from '@atelier/dev-stack/test-sets';
import { startS3Server } from '@atelier/storage/testing';
import { startTestApi, type TestApi } from '../../../testing/start-test-api.ts';

export type Driver = (typeof storeDrivers)[number];

export type UploadApi = TestApi & {
  /** Every stored or incoming file, by path. */
  files(): Promise<string[]>;
  /** A URL from the API's replies, with the address that the test API really listens on. */
  reach(url: string): string;
};

/** A test API that stores its files with this driver. */
export async function openUploadApi(
  driver: Driver,
  settings: Record<string, string> = {},
): Promise<UploadApi> {
  const s3 = driver === 's3' ? await startS3Server() : undefined;
  const api = await startTestApi({
    settings: {
      LIMIT_UPLOAD_PER_MINUTE: '100000',
      LIMIT_PRESIGN_PER_MINUTE: '100000',
      ...s3?.settings,
      ...settings,
    },
  });
  const { dataDir } = api.store;
  return {
    ...api,
    async files() {
      const onDisk = (await listFiles(dataDir)).filter((name) => name !== 'address-secret');
      return [...onDisk, ...((await s3?.files()) ?? [])];
    },
    reach: (url) => url.replace(api.deps.env.PUBLIC_URL, api.url),
    async close() {
      await api.close();
      await s3?.close();
    },
  };
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}
