import { join } from 'node:path';
import { createDiskStore } from './disk-store.ts';
import { createS3Store } from './s3-store.ts';
import { createSignedAddresses } from './signed-addresses.ts';
import type { Store } from './store.ts';
import { removeLeftovers } from './temporary-files.ts';

export type StoreSettings = {
  DATA_DIR: string;
  PUBLIC_URL: string;
  S3_ENDPOINT?: string;
  S3_PUBLIC_ENDPOINT?: string;
  S3_BUCKET?: string;
  S3_REGION?: string;
  S3_ACCESS_KEY_ID?: string;
  S3_SECRET_ACCESS_KEY?: string;
};

/** A bucket when the S3 settings are there, else a folder below `DATA_DIR` (docs/configuration.md). */
export function createStore(settings: StoreSettings): Store {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = settings;
  if (S3_ENDPOINT && S3_BUCKET && S3_REGION && S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY) {
    return createS3Store({
      endpoint: S3_ENDPOINT,
      publicEndpoint: settings.S3_PUBLIC_ENDPOINT,
      bucket: S3_BUCKET,
      region: S3_REGION,
      accessKeyId: S3_ACCESS_KEY_ID,
      secretAccessKey: S3_SECRET_ACCESS_KEY,
    });
  }
  const signedAddresses = createSignedAddresses({
    publicUrl: settings.PUBLIC_URL,
    secretPath: join(settings.DATA_DIR, 'address-secret'),
  });
  return createDiskStore(join(settings.DATA_DIR, 'files'), signedAddresses);
}

/** Where files wait on their way in or out, one folder for all processes of a machine. */
export function workFolderOf({ DATA_DIR }: Pick<StoreSettings, 'DATA_DIR'>): string {
  return join(DATA_DIR, 'work');
}

/** For the start of a process: what killed processes left half-written goes. */
export async function removeTemporaryFiles(settings: Pick<StoreSettings, 'DATA_DIR'>): Promise<void> {
  await removeLeftovers(join(settings.DATA_DIR, 'files', 'tmp'));
  await removeLeftovers(workFolderOf(settings));
}
