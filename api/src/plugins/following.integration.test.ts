import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../testing/start-test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());

/**
 * Requests that programs and pages make again and again by design as long as something runs or waits, and the cancellation
 * by which they give up. A limit that they could meet would lose what was paid.
 */
const following = [
  'get /api/generations',
  'get /api/generations/{id}',
  'post /api/generations/{id}/cancel',
  'get /api/audio-generation/status',
  'post /api/wan/updateAudioStatus',
  'get /api/image-understanding/status',
  'get /api/wan/fal/proxy/{owner}/{app}/requests/{request_id}',
  'get /api/wan/fal/proxy/{owner}/{app}/requests/{request_id}/status',
  'get /api/wan/fal/proxy/{owner}/{app}/requests/{request_id}/status/stream',
  'put /api/wan/fal/proxy/{owner}/{app}/requests/{request_id}/cancel',
  'get /api/user/info',
  'get /api/line',
  'get /api/cuts',
  'get /api/cuts/{id}',
  'post /api/cuts/{id}/cancel',
  'get /api/films',
  'get /api/films/{id}',
  'get /api/batches',
  'get /api/batches/statistics',
  'get /api/batches/{id}',
  'get /api/purchases/{id}',
  'get /api/user/take-out',
  'get /api/user/webhook-deliveries',
];

/** Reads that follow a click, a key or the opening of a page. A new read has to be added here or above. */
const readOnce = [
  'get /api/admin/audit',
  'get /api/admin/audit.csv',
  'get /api/admin/breakers',
  'get /api/admin/margins',
  'get /api/admin/margins/claims.csv',
  'get /api/admin/owed',
  'get /api/admin/reports',
  'get /api/admin/reports/{id}/copies',
  'get /api/admin/reports/{id}/files/{position}',
  'get /api/admin/results',
  'get /api/admin/results/{id}/frames',
  'get /api/admin/users',
  'get /api/admin/users/{id}',
  'get /api/admin/users/{id}/ledger',
  'get /api/audio-generation/history',
  'get /api/auth/callback',
  'get /api/auth/login',
  'get /api/credits/ledger',
  'get /api/credits/ledger.csv',
  'get /api/credits/ledger/groups',
  'get /api/credits/spending',
  'get /api/credits/summary',
  'get /api/erasures/{token}',
  'get /api/films/{id}/export',
  'get /api/films/{id}/versions',
  'get /api/generations/{id}/captioned',
  'get /api/generations/{id}/download',
  'get /api/generations/{id}/export',
  'get /api/generations/{id}/lineage',
  'get /api/generations/{id}/transcript',
  'get /api/generations/{id}/captions',
  'get /api/generations/{id}/captions/{format}',
  'get /api/generations/{id}/receipt',
  'get /api/generations/{id}/share',
  'get /api/generations/{id}/stand-in',
  'get /api/image-generation/download/{id}',
  'get /api/image-generation/facets',
  'get /api/image-generation/history',
  'get /api/image-understanding/history',
  'get /api/kinds/closures',
  'get /api/legal/{page}',
  'get /api/library',
  'get /api/library/days',
  'get /api/library/download/{id}',
  'get /api/library/facets',
  'get /api/oembed',
  'get /api/pricing',
  'get /api/projects',
  'get /api/retention',
  'get /api/shares',
  'get /api/status',
  'get /api/trash',
  'get /api/trash/{id}',
  'get /api/approvals',
  'get /api/approvals/{id}',
  'get /api/connections/{id}',
  'get /api/user/api-keys',
  'get /api/user/closing',
  'get /api/user/push-subscription',
  'get /api/user/security-events',
  'get /api/user/sessions',
  'get /api/user/settings',
  'get /api/user/take-out/{id}/archive.zip',
  'get /api/video-generation/history',
];

type Operation = { description?: string };

const { paths } = (await api.browser().get('/api/openapi.json')).body as {
  paths: Record<string, Record<string, Operation>>;
};
const operations = new Map(
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method} ${path}`,
      operation,
    ]),
  ),
);
const described = [...operations.keys()];

/** The description of a route says so by the same mark by which its requests are counted. */
function isFollowing(name: string): boolean {
  return operations.get(name)?.description?.includes('Counted apart from other requests') === true;
}

describe('a read of the api', () => {
  it('is listed as one that is repeated by design, or as one that is not', () => {
    const reads = described.filter((name) => name.startsWith('get /api/'));
    expect(reads.filter((name) => !following.includes(name) && !readOnce.includes(name))).toEqual([]);
    expect(readOnce.filter((name) => !reads.includes(name))).toEqual([]);
  });

  it.each(following)('is counted apart from other requests: %s', (name) => {
    expect(isFollowing(name)).toBe(true);
  });

  it.each(described.filter((name) => !following.includes(name)))(
    'is not, like every request that nothing repeats: %s',
    (name) => {
      expect(isFollowing(name)).toBe(false);
    },
  );

  it('of a status is always one of them', () => {
    const statuses = described.filter((name) => /\/status(\/stream)?$/.test(name));
    expect(statuses.filter((name) => !following.includes(name))).toEqual(['get /api/status']);
  });
});
