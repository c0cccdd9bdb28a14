import { describe, expect, it } from 'vitest';
import { isStoreReachable, readWorkerEnv } from './index.ts';

const worker = {
  DATABASE_URL: 'postgres://app@localhost/atelier',
  FAL_KEY: 'x',
  PUBLIC_URL: 'https://atelier.example',
  FAL_WEBHOOK_USER_ID: 'user',
};
const bucket = {
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'files',
  S3_REGION: 'eu-central-1',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
};

describe('a bucket', () => {
  it('is given whole or not at all', () => {
    expect(readWorkerEnv(worker).S3_BUCKET).toBeUndefined();
    expect(readWorkerEnv({ ...worker, ...bucket })).toMatchObject(bucket);
  });

  it.each(Object.keys(bucket))('is refused without %s', (name) => {
    expect(() => readWorkerEnv({ ...worker, ...bucket, [name]: '' })).toThrow(`  - ${name}: is missing`);
  });

  it('may have another address for everybody else, but not that one alone', () => {
    const S3_PUBLIC_ENDPOINT = 'https://files.example';
    expect(readWorkerEnv({ ...worker, ...bucket, S3_PUBLIC_ENDPOINT })).toMatchObject({ S3_PUBLIC_ENDPOINT });
    expect(() => readWorkerEnv({ ...worker, S3_PUBLIC_ENDPOINT })).toThrow('  - S3_ENDPOINT: is missing');
  });

  it('may have a CDN in front, with or without a slash', () => {
    const env = readWorkerEnv({ ...worker, ...bucket, CDN_BASE_URL: 'https://cdn.example/files/' });
    expect(env.CDN_BASE_URL).toBe('https://cdn.example/files');
  });
});

describe('fal', () => {
  const local = { PUBLIC_URL: 'http://localhost:3000' };

  it('reads files where they are served, when that is on the internet', () => {
    expect(isStoreReachable({ PUBLIC_URL: 'https://atelier.example' })).toBe(true);
    expect(isStoreReachable({ ...local, S3_ENDPOINT: 'https://s3.example' })).toBe(true);
    const inside = { ...local, S3_ENDPOINT: 'http://minio:9000' };
    expect(isStoreReachable({ ...inside, S3_PUBLIC_ENDPOINT: 'https://files.example' })).toBe(true);
    expect(isStoreReachable({ ...local, FAL_BASE_URL: 'http://127.0.0.1:4000' })).toBe(true);
  });

  it('cannot read them from a private place, whatever else is public', () => {
    expect(isStoreReachable(local)).toBe(false);
    const hidden = { PUBLIC_URL: 'https://atelier.example', S3_ENDPOINT: 'http://minio:9000' };
    expect(isStoreReachable(hidden)).toBe(false);
  });
});
