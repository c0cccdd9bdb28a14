import type { Adapter, AdapterPayload } from 'oidc-provider';

const maxEntries = 20_000;

/**
 * A store for the provider's sessions, codes and tokens; one per provider, lost at its end. (The library has the same
 * but warns about it on the console at every start.) The oldest entries go first when it is full.
 */
export function createMemoryStore(): (model: string) => Adapter {
  const entries = new Map<string, { payload: AdapterPayload; expiresAtMs: number }>();
  const read = (key: string) => {
    const entry = entries.get(key);
    return entry !== undefined && entry.expiresAtMs > Date.now() ? entry.payload : undefined;
  };
  const trim = () => {
    for (const key of entries.keys()) {
      if (entries.size <= maxEntries) return;
      entries.delete(key);
    }
  };
  return (model) => ({
    async upsert(id, payload, expiresInSeconds) {
      const expiresAtMs = expiresInSeconds ? Date.now() + expiresInSeconds * 1000 : Number.POSITIVE_INFINITY;
      entries.set(`${model}:${id}`, { payload, expiresAtMs });
      trim();
    },
    find: async (id) => read(`${model}:${id}`),
    async findByUid(uid) {
      const ofModel = [...entries].filter(([key]) => key.startsWith(`${model}:`));
      const found = ofModel.find(([, { payload }]) => payload.uid === uid);
      return found && read(found[0]);
    },
    // Device codes are switched off, so nothing is ever looked up by a user code.
    findByUserCode: async () => undefined,
    async consume(id) {
      const payload = read(`${model}:${id}`);
      if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1000);
    },
    async destroy(id) {
      entries.delete(`${model}:${id}`);
    },
    async revokeByGrantId(grantId) {
      for (const [key, { payload }] of entries) if (payload.grantId === grantId) entries.delete(key);
    },
  });
}
