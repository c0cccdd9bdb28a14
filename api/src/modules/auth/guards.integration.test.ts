import { randomUUID } from 'node:crypto';
import { type ApiKeyScope, apiKeyScopes } from '@atelier/contract';
import { fastify } from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import type { Api } from '../../api.ts';
import { createKey, withKey } from '../../testing/api-key.ts';
import { refusal } from '../../testing/refusal.ts';
import { startTestApi } from '../../testing/start-test-api.ts';
import { acceptKeys } from './guards.ts';

const api = await startTestApi();
afterAll(() => api.close());

type Operation = { security?: { apiKey?: string[] }[]; description?: string };
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

/**
 * Routes that API keys may call, and the scopes of which a key needs one. A new route has to be added here or to the list
 * below.
 */
const openToKeys: Readonly<Record<string, readonly ApiKeyScope[]>> = {
  'get /api/pricing': [],
  'get /api/status': [],
  'get /api/kinds/closures': [],
  'get /api/oembed': [],
  'get /api/user/info': ['read'],
  'get /api/generations': ['read'],
  'get /api/generations/{id}': ['generate', 'read'],
  'patch /api/generations/{id}': ['generate'],
  'get /api/library': ['read'],
  'get /api/library/facets': ['read'],
  'get /api/library/days': ['read'],
  'post /api/library/change': ['generate'],
  'post /api/library/download': ['files'],
  'get /api/library/download/{id}': ['files'],
  'post /api/quotes': ['generate', 'read'],
  'get /api/batches': ['read'],
  'post /api/batches': ['generate'],
  'get /api/batches/statistics': ['read'],
  'get /api/batches/{id}': ['read'],
  'patch /api/batches/{id}': ['generate'],
  'put /api/batches/{id}/pick': ['generate'],
  'post /api/batches/{id}/cancel': ['generate'],
  'post /api/batches/{id}/download': ['files'],
  'get /api/cuts': ['read'],
  'post /api/cuts': ['generate'],
  'get /api/cuts/{id}': ['generate', 'read'],
  'post /api/cuts/{id}/cancel': ['generate'],
  'get /api/films': ['read'],
  'post /api/films': ['generate'],
  'get /api/films/{id}': ['generate', 'read'],
  'put /api/films/{id}': ['generate'],
  'delete /api/films/{id}': ['generate'],
  'post /api/films/{id}/make': ['generate'],
  'post /api/films/{id}/join': ['generate'],
  'get /api/films/{id}/export': ['files'],
  'get /api/films/{id}/versions': ['read'],
  'post /api/films/{id}/versions': ['generate'],
  'post /api/films/{id}/versions/{version}/restore': ['generate'],
  'get /api/projects': ['read'],
  'post /api/projects': ['generate'],
  'put /api/projects/order': ['generate'],
  'patch /api/projects/{id}': ['generate'],
  'delete /api/projects/{id}': ['generate'],
  'get /api/shares': ['read'],
  'get /api/generations/{id}/share': ['generate', 'read'],
  'post /api/generations/{id}/share': ['generate'],
  'patch /api/generations/{id}/share': ['generate'],
  'delete /api/generations/{id}/share': ['generate'],
  'post /api/generations/{id}/cancel': ['generate'],
  'get /api/generations/{id}/stand-in': ['generate', 'read'],
  'post /api/generations/{id}/stand-in': ['generate'],
  'get /api/generations/{id}/lineage': ['read'],
  'get /api/generations/{id}/transcript': ['read'],
  'get /api/generations/{id}/captions': ['read'],
  'get /api/generations/{id}/captions/{format}': ['read'],
  'get /api/generations/{id}/receipt': ['read'],
  'post /api/generations/{id}/frames': ['files'],
  'get /api/generations/{id}/download': ['files'],
  'get /api/generations/{id}/captioned': ['files'],
  'get /api/generations/{id}/export': ['files'],
  'post /api/wan/createVideo': ['generate'],
  'post /api/generations': ['generate'],
  'get /api/video-generation/history': ['read'],
  'delete /api/video-generation/delete': ['generate'],
  'post /api/wan/createImage': ['generate'],
  'get /api/image-generation/history': ['read'],
  'get /api/image-generation/facets': ['read'],
  'delete /api/image-generation/delete': ['generate'],
  'post /api/image-generation/favorite': ['generate'],
  'post /api/image-generation/download': ['files'],
  'get /api/image-generation/download/{id}': ['files'],
  'post /api/image-understanding/create': ['generate'],
  'get /api/image-understanding/status': ['generate', 'read'],
  'get /api/image-understanding/history': ['read'],
  'delete /api/image-understanding/delete': ['generate'],
  'post /api/wan/createAudio': ['generate'],
  'get /api/audio-generation/status': ['generate', 'read'],
  'post /api/wan/updateAudioStatus': ['generate', 'read'],
  'get /api/audio-generation/history': ['read'],
  'delete /api/audio-generation/delete': ['generate'],
  'get /api/line': ['generate', 'read'],
  'post /api/line/move': ['generate'],
  'post /api/line/cancel': ['generate'],
  'post /api/line/pause': ['generate'],
  'post /api/line/resume': ['generate'],
  'post /api/line/stop-after': ['generate'],
  'get /api/trash': ['read'],
  'get /api/trash/{id}': ['read'],
  'delete /api/trash': ['generate'],
  'post /api/library/find-file': ['read'],
  'post /api/library/trash': ['generate'],
  'post /api/library/restore': ['generate'],
  'post /api/wan/refundCredits': ['generate'],
  'post /api/generations/{id}/answer': ['generate'],
  'post /api/upload-audio': ['files'],
  'post /api/upload-video': ['files'],
  'post /api/upload-image-wan-i2v': ['files'],
  'post /api/generate-presigned-url': ['files'],
  'post /api/uploads/confirm': ['files'],
  'get /api/user/webhook-deliveries': ['read'],
  'post /api/user/webhook-deliveries/{id}/redeliver': ['generate'],
  'get /.well-known/content-credentials.json': [],
  'get /.well-known/jwks.json': [],
  'get /.well-known/ledger/checkpoints': [],
  'get /.well-known/ledger/log': [],
  'get /api/legal/{page}': [],
  'get /api/retention': [],
  'post /api/wan/fal/proxy/{owner}/{app}': ['generate'],
  'post /api/wan/fal/run/{owner}/{app}': ['generate'],
  'get /api/wan/fal/proxy/{owner}/{app}/requests/{request_id}': ['generate', 'read'],
  'get /api/wan/fal/proxy/{owner}/{app}/requests/{request_id}/status': ['generate', 'read'],
  'get /api/wan/fal/proxy/{owner}/{app}/requests/{request_id}/status/stream': ['generate', 'read'],
  'put /api/wan/fal/proxy/{owner}/{app}/requests/{request_id}/cancel': ['generate'],
  'get /api/credits/summary': ['read'],
  'get /api/credits/spending': ['read'],
  'get /api/credits/ledger': ['read'],
  'get /api/credits/ledger/groups': ['read'],
  'get /api/credits/ledger.csv': ['read'],
};

/** Only for users signed in with the browser: money, limits, keys, sessions, other users. */
const forBrowsersOnly = [
  'get /api/auth/login',
  'get /api/auth/callback',
  'post /api/auth/logout',
  'get /api/user/closing',
  'post /api/user/close',
  'post /api/user/keep',
  'get /api/user/take-out',
  'post /api/user/take-out',
  'post /api/user/take-out/{id}/address',
  'get /api/user/take-out/{id}/archive.zip',
  'get /api/erasures/{token}',
  'get /api/user/sessions',
  'delete /api/user/sessions',
  'delete /api/user/sessions/{id}',
  'get /api/user/push-subscription',
  'put /api/user/push-subscription',
  'delete /api/user/push-subscription',
  'get /api/user/security-events',
  'post /api/user/notices/{id}/acknowledge',
  'get /api/approvals',
  'get /api/approvals/{id}',
  'post /api/approvals/{id}/answer',
  'get /api/connections/{id}',
  'post /api/connections/{id}/answer',
  'get /api/user/api-keys',
  'post /api/user/api-keys',
  'patch /api/user/api-keys/{id}',
  'delete /api/user/api-keys/{id}',
  'get /api/user/settings',
  'patch /api/user/settings',
  'post /api/checkout',
  'get /api/purchases/{id}',
  'get /api/admin/users',
  'get /api/admin/users/{id}',
  'get /api/admin/users/{id}/ledger',
  'post /api/admin/users/{id}/lock',
  'post /api/admin/users/{id}/unlock',
  'post /api/admin/users/{id}/end-sessions',
  'post /api/admin/users/{id}/revoke-keys',
  'get /api/admin/audit',
  'get /api/admin/audit.csv',
  'get /api/admin/margins',
  'get /api/admin/margins/claims.csv',
  'get /api/admin/reports',
  'get /api/admin/reports/{id}/copies',
  'get /api/admin/reports/{id}/files/{position}',
  'post /api/admin/reports/{id}/hide',
  'post /api/admin/reports/{id}/keep',
  'post /api/admin/reports/{id}/remove',
  'post /api/admin/reports/{id}/restore',
  'get /api/admin/breakers',
  'get /api/admin/results',
  'get /api/admin/results/{id}/frames',
  'post /api/admin/kinds/{kind}/close',
  'post /api/admin/kinds/{kind}/announce',
  'post /api/admin/kinds/{kind}/open',
  'get /api/admin/owed',
  'post /api/admin/payment-events/{id}/settle',
  'post /api/admin/ledger/checkpoints',
  'post /api/admin/credits',
  'post /api/admin/generations/{id}/retry',
  'post /api/admin/generations/{id}/fail',
  'post /api/admin/generations/{id}/refund',
];

const { key } = await createKey(await api.user({ email: 'ops@atelier.test' }));
const notAllowed = refusal('api_key_not_allowed', 'Sign in with the browser to do this');

const owner = await api.user();
const keys = await Promise.all(
  apiKeyScopes.map(async (scope) => ({ scope, key: (await createKey(owner, { scopes: [scope] })).key })),
);
const open = operations.filter(({ name }) => name in openToKeys);

describe('a key with one scope', () => {
  it.each(open)('is accepted or refused by $name as listed', async ({ name, method, path, operation }) => {
    const needed = openToKeys[name] ?? [];
    const url = path.replace(/\{\w+\}/g, () => randomUUID());
    for (const { scope, key: narrow } of keys) {
      const reply = await api.browser().request(url, { ...withKey(narrow), method: method.toUpperCase() });
      if (needed.length === 0 || needed.includes(scope)) expect([401, 403, 500]).not.toContain(reply.status);
      else
        expect([reply.status, reply.body]).toMatchObject([
          403,
          {
            code: 'key_scope_missing',
            message: expect.stringContaining(`This API key lacks the scope "${needed[0]}" (`),
            required_scopes: needed,
          },
        ]);
    }
    for (const scope of needed) expect(operation.description).toContain(`\`${scope}\``);
  });

  it('reads a file only with the scope "files", also one that is public', async () => {
    for (const { scope, key: narrow } of keys) {
      const reply = await api.browser().request('/media/u/nothing', withKey(narrow));
      expect([scope, reply.status]).toEqual([scope, scope === 'files' ? 404 : 403]);
    }
  });
});

describe('a group of routes that accepts keys', () => {
  it('cannot have a route that names no scope', () => {
    const group = fastify() as unknown as Api;
    acceptKeys(group);
    const handler = async () => ({});
    expect(() => group.get('/new', handler)).toThrow('GET /new accepts API keys');
    group.get('/named', { config: { keyScopes: ['read'] } }, handler);
  });
});

describe('every documented route', () => {
  it('is listed exactly once, as open to API keys or for browsers only', () => {
    const names = operations.map(({ name }) => name).sort();
    expect(names).toEqual([...Object.keys(openToKeys), ...forBrowsersOnly].sort());
  });

  it.each(operations)(
    '$name accepts or refuses a key, as documented',
    async ({ name, method, path, operation }) => {
      const url = path.replace(/\{\w+\}/g, () => randomUUID());
      const reply = await api.browser().request(url, { ...withKey(key), method: method.toUpperCase() });
      const isOpenToKeys = name in openToKeys;
      if (isOpenToKeys) expect([401, 403, 500]).not.toContain(reply.status);
      else expect([reply.status, reply.body]).toEqual([403, notAllowed]);
      const isPublic = operation.security?.length === 0;
      const documented = operation.security?.flatMap((way) => way.apiKey ?? []);
      expect(documented).toEqual(isPublic ? [] : (openToKeys[name] ?? []));
    },
  );
});
