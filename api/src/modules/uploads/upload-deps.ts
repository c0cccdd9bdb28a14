import type { ApiDeps } from '../../deps.ts';

export type UploadDeps = Pick<ApiDeps, 'db' | 'store' | 'media' | 'mediaAddresses'> & {
  env: Pick<ApiDeps['env'], 'DATA_DIR' | 'FAL_BASE_URL'>;
};

/** A checked file in our storage. */
export type StoredUpload = { key: string; contentType: string; bytes: number };
