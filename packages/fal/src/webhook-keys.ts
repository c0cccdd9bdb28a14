import { createPublicKey, type KeyObject } from 'node:crypto';
import { AppError } from '@atelier/contract';

export type WebhookKeys = {
  current: () => Promise<readonly KeyObject[]>;
  /** Fetches the keys again, for a signature that no known key made; at most once a minute. */
  refresh: () => Promise<readonly KeyObject[]>;
};

const maxAgeMs = 24 * 3_600_000;
const minRefreshMs = 60_000;

/** fal's public keys from its JWKS, kept for 24 h; old ones stay in use while the address does not answer. */
export function createWebhookKeys(jwksUrl: string): WebhookKeys {
  let keys: readonly KeyObject[] = [];
  let loadedAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  let pending: Promise<readonly KeyObject[]> | undefined;

  async function load(): Promise<readonly KeyObject[]> {
    triedAt = Date.now();
    try {
      keys = await fetchKeys(jwksUrl);
      loadedAt = Date.now();
    } catch (error) {
      if (keys.length === 0) throw new AppError('unavailable', { cause: error });
    }
    return keys;
  }

  /** Concurrent callers share one request. */
  function loadOnce(): Promise<readonly KeyObject[]> {
    pending ??= load().finally(() => {
      pending = undefined;
    });
    return pending;
  }

  const wasTriedJustNow = () => keys.length > 0 && Date.now() - triedAt < minRefreshMs;
  return {
    async current() {
      const isFresh = keys.length > 0 && Date.now() - loadedAt < maxAgeMs;
      return isFresh || wasTriedJustNow() ? keys : loadOnce();
    },
    async refresh() {
      if (pending) return pending;
      return wasTriedJustNow() ? keys : loadOnce();
    },
  };
}

async function fetchKeys(jwksUrl: string): Promise<KeyObject[]> {
  const response = await fetch(jwksUrl, { signal: AbortSignal.timeout(10_000) });
  if (!response.ok) throw new Error(`The key set answered ${response.status}`);
  const { keys } = (await response.json()) as { keys: { kty?: string; crv?: string; x?: string }[] };
  return keys
    .filter((key) => key.kty === 'OKP' && key.crv === 'Ed25519' && key.x)
    .map((key) => createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key.x }, format: 'jwk' }));
}
