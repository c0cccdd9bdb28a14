import { join } from 'node:path';
import { assertSpace, type DiskSpace, readSpace, shareCheck, tryFolder, tryStore } from './check-store.ts';
import { createDiskStore } from './disk-store.ts';
import { createS3Store } from './s3-store.ts';
import { createSignedAddresses } from './signed-addresses.ts';
import type { Store } from './store.ts';
import { removeLeftovers } from './temporary-files.ts';

export type StoreSettings = {
  DATA_DIR: string;
  PUBLIC_URL: string;
  LIMIT_RESULT_MB?: number;
  S3_ENDPOINT?: string;
  S3_PUBLIC_ENDPOINT?: string;
  S3_BUCKET?: string;
  S3_REGION?: string;
  S3_ACCESS_KEY_ID?: string;
  S3_SECRET_ACCESS_KEY?: string;
};

/** A bucket when the S3 settings are there, else a folder below `DATA_DIR` (docs/configuration.md). */
export function createStore(settings: StoreSettings): CheckedStore {
  const { store, folders } = openStore(settings);
  const readOwnSpace = () => readSpace(folders, (settings.LIMIT_RESULT_MB ?? 0) * 1_048_576);
  const check = async () => {
    assertSpace(await readOwnSpace());
    await Promise.all([tryStore(store), tryFolder(getWorkFolder(settings))]);
  };
  return { ...store, check: shareCheck(check, checkTimes), readSpace: readOwnSpace };
}

/** Every submission asks; the storage is written to once in a while. */
const checkTimes = { maxAgeMs: 3_000, limitMs: 7_000 };

/** A store that can say whether a result could be stored now. */
export type CheckedStore = Store & {
  /** Rejects while nothing could be stored. Any number may ask: what is found is good for some seconds. */
  check: () => Promise<void>;
  readSpace: () => Promise<DiskSpace>;
};

/** Opens the store, and names the folders that its files pass through or stay in. */
function openStore(settings: StoreSettings): { store: Store; folders: string[] } {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = settings;
  if (S3_ENDPOINT && S3_BUCKET && S3_REGION && S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY) {
    const store = createS3Store({
      endpoint: S3_ENDPOINT,
      publicEndpoint: settings.S3_PUBLIC_ENDPOINT,
      bucket: S3_BUCKET,
      region: S3_REGION,
      accessKeyId: S3_ACCESS_KEY_ID,
      secretAccessKey: S3_SECRET_ACCESS_KEY,
    });
    return { store, folders: [getWorkFolder(settings)] };
  }
  const signedAddresses = createSignedAddresses({
    publicUrl: settings.PUBLIC_URL,
    secretPath: join(settings.DATA_DIR, 'address-secret'),
  });
  const root = join(settings.DATA_DIR, 'files');
  return { store: createDiskStore(root, signedAddresses), folders: [root, getWorkFolder(settings)] };
}

/** Where files wait on their way in or out, one folder for all processes of a machine. */
export function getWorkFolder({ DATA_DIR }: Pick<StoreSettings, 'DATA_DIR'>): string {
  return join(DATA_DIR, 'work');
}

/**
 * Removes what killed processes left half-written: at the start of a process, and hourly. Never throws: what cannot be
 * removed keeps no other file, and is returned as errors.
 */
export async function removeTemporaryFiles(settings: Pick<StoreSettings, 'DATA_DIR'>): Promise<unknown[]> {
  const folders = [join(settings.DATA_DIR, 'files', 'tmp'), getWorkFolder(settings)];
  return (await Promise.all(folders.map(removeLeftovers))).flat();
}
