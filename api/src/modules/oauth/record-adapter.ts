import { maxApiKeyDays } from '@atelier/contract';
import {
  consumeOauthRecord,
  type Db,
  deleteOauthRecord,
  endOauthGrant,
  findOauthRecord,
  findOauthRecordByCode,
  storeOauthRecord,
} from '@atelier/db';
import { type Adapter, type AdapterFactory, type AdapterPayload, errors } from 'oidc-provider';

/** A program that registered and was never allowed anything is forgotten. */
const clientSeconds = 30 * 86_400;

/**
 * Keeps what `oidc-provider` keeps in PostgreSQL. Its sessions are not kept: who signs in is known from ours, and every request
 * is asked about (create-provider.ts).
 */
export function createRecordAdapter({ pool }: Pick<Db, 'pool'>): AdapterFactory {
  return (model): Adapter => {
    const restore = (id: string | undefined, row: Awaited<ReturnType<typeof findOauthRecord>>) =>
      row && {
        ...(row.payload as AdapterPayload),
        ...(id !== undefined && model !== 'Client' && { jti: id }),
        ...(row.is_consumed && { consumed: true }),
      };
    return {
      async upsert(id, { jti, ...payload }, seconds = clientSeconds) {
        if (model === 'Session') return;
        await storeOauthRecord(pool, {
          model,
          id,
          // A code that is typed leads to its device, whose secret is this name.
          payload: model === 'DeviceCode' ? { ...payload, jti } : payload,
          grantId: model === 'Grant' ? id : (payload.grantId ?? null),
          userCode: payload.userCode ?? null,
          expiresAt: new Date(Date.now() + seconds * 1_000),
        });
      },
      find: async (id) => restore(id, await findOauthRecord(pool, { model, id })),
      findByUserCode: async (userCode) =>
        restore(undefined, await findOauthRecordByCode(pool, { model, userCode })),
      // Sessions alone are looked up so.
      findByUid: async () => undefined,
      async consume(id) {
        if (await consumeOauthRecord(pool, { model, id })) return;
        // It was read by two requests before either consumed it: used twice, which ends its grant.
        const used = await findOauthRecord(pool, { model, id });
        const { grantId } = (used?.payload ?? {}) as AdapterPayload;
        if (grantId !== undefined) await endOauthGrant(pool, grantId);
        throw new errors.InvalidGrant('already used');
      },
      destroy: (id) => deleteOauthRecord(pool, { model, id }),
      revokeByGrantId: (grantId) => endOauthGrant(pool, grantId),
    };
  };
}

/** The longest that a grant lasts; its key ends it earlier. */
export const grantSeconds = maxApiKeyDays * 86_400;
