import type { ApiDeps } from '../../deps.ts';

export type UploadDeps = Pick<ApiDeps, 'db' | 'store' | 'media' | 'mediaAddresses'> & {
  env: Pick<ApiDeps['env'], 'DATA_DIR' | 'FAL_BASE_URL'>;
};

/** A file that is ours now, checked. */
export type StoredUpload = { key: string; contentType: string; bytes: number };
