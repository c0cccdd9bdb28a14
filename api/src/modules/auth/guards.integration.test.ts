import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { createKey, withKey } from '../../testing/api-key.ts';
import { refusal } from '../../testing/refusal.ts';
import { startTestApi } from '../../testing/start-test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());

type Operation = { security?: object[] };
type Document = { paths: Record<string, Record<string, Operation>> };

const { paths } = (await api.browser().get('/api/openapi.json')).body as Document;
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method} ${path}`,
    method,
    path,
    operation,
  })),
);

/** Routes that API keys may call. A new route has to be added here or to the list below. */
const openToKeys = [
  'get /api/pricing',
  'get /api/user/info',
  'get /api/generations',
  'get /api/generations/{id}',
  'patch /api/generations/{id}',
  'post /api/generations/{id}/cancel',
  'get /api/generations/{id}/receipt',
  'post /api/wan/createVideo',
  'get /api/video-generation/history',
  'delete /api/video-generation/delete',
  'post /api/wan/createImage',
  'get /api/image-generation/history',
  'get /api/image-generation/facets',
  'delete /api/image-generation/delete',
  'post /api/image-generation/favorite',
  'post /api/image-generation/download',
  'get /api/image-generation/download/{id}',
  'post /api/image-understanding/create',
  'get /api/image-understanding/status',
  'get /api/image-understanding/history',
  'delete /api/image-understanding/delete',
  'post /api/wan/createAudio',
  'get /api/audio-generation/status',
  'post /api/wan/updateAudioStatus',
  'get /api/audio-generation/history',
  'delete /api/audio-generation/delete',
  'post /api/wan/refundCredits',
  'post /api/upload-video',
  'post /api/upload-image-wan-i2v',
  'post /api/generate-presigned-url',
  'post /api/uploads/confirm',
  'get /api/user/webhook-deliveries',
  'post /api/user/webhook-deliveries/{id}/redeliver',
  'get /.well-known/jwks.json',
  'post /api/wan/fal/proxy/{owner}/{app}',
  'get /api/wan/fal/proxy/{owner}/{app}/requests/{request_id}',
  'get /api/wan/fal/proxy/{owner}/{app}/requests/{request_id}/status',
  'get /api/wan/fal/proxy/{owner}/{app}/requests/{request_id}/status/stream',
  'put /api/wan/fal/proxy/{owner}/{app}/requests/{request_id}/cancel',
  'get /api/credits/summary',
  'get /api/credits/ledger',
  'get /api/credits/ledger.csv',
];

/** Only for users signed in with the browser: money, limits, keys, sessions, other users. */
const forBrowsersOnly = [
  'get /api/auth/login',
  'get /api/auth/callback',
  'post /api/auth/logout',
  'get /api/user/api-keys',
  'post /api/user/api-keys',
  'delete /api/user/api-keys/{id}',
  'patch /api/user/settings',
  'post /api/checkout',
  'get /api/purchases/{id}',
  'get /api/admin/users',
  'get /api/admin/users/{id}',
  'get /api/admin/users/{id}/ledger',
  'get /api/admin/owed',
  'post /api/admin/credits',
  'post /api/admin/generations/{id}/retry',
  'post /api/admin/generations/{id}/fail',
  'post /api/admin/generations/{id}/refund',
];

const { key } = await createKey(await api.user({ email: 'ops@atelier.test' }));
const notAllowed = refusal('api_key_not_allowed', 'Sign in with the browser to do this');

describe('every documented route', () => {
  it('is listed exactly once, as open to API keys or for browsers only', () => {
    const names = operations.map(({ name }) => name).sort();
    expect(names).toEqual([...openToKeys, ...forBrowsersOnly].sort());
  });

  it.each(operations)(
    '$name accepts or refuses a key, as documented',
    async ({ name, method, path, operation }) => {
      const url = path.replace(/\{\w+\}/g, () => randomUUID());
      const reply = await api.browser().request(url, { ...withKey(key), method: method.toUpperCase() });
      const isOpenToKeys = openToKeys.includes(name);
      if (isOpenToKeys) expect([401, 403, 500]).not.toContain(reply.status);
      else expect([reply.status, reply.body]).toEqual([403, notAllowed]);
      const isPublic = operation.security?.length === 0;
      const isDocumented = operation.security?.some((way) => 'apiKey' in way) ?? false;
      expect(isDocumented).toBe(isOpenToKeys && !isPublic);
    },
  );
});
