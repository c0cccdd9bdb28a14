import { AppError, type connectionAnswerBody } from '@atelier/contract';
import type { FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import type * as z from 'zod/mini';
import type { RouteDeps } from '../../api.ts';
import { describeActor } from '../../plugins/describe-actor.ts';
import { createKey } from '../api-keys/create-key.ts';
import { readLimits } from '../api-keys/present-key.ts';
import { raiseNotice } from '../auth/raise-notice.ts';
import { signedInByCookie } from '../auth/session.ts';
import type { AskedConnection } from './find-connection.ts';

type AllowDeps = RouteDeps & { provider: Provider };
type Answer = {
  asked: AskedConnection;
  wanted: Omit<z.output<typeof connectionAnswerBody>, 'answer'>;
};

/**
 * Lets a program act within the limits that its user sets, and resolves to where the browser goes on. Throws as `createKey`
 * does, connection_answered, and validation_failed for a scope that was not asked for.
 */
export async function allowConnection(
  deps: AllowDeps,
  request: FastifyRequest,
  { asked, wanted }: Answer,
): Promise<string | null> {
  const { provider } = deps;
  const { userId, publicId } = signedInByCookie(request);
  const { client } = asked;
  const scopes = wanted.scopes.filter((scope) => asked.scopes.includes(scope));
  if (scopes.length === 0) throw noScopes();
  const grant = new provider.Grant({ accountId: userId, clientId: client.id });
  for (const resource of asked.resources) grant.addResourceScope(resource, scopes.join(' '));
  const grantId = await grant.save();
  try {
    const row = await createKey(deps, {
      userId,
      wanted: { ...wanted, name: client.name, scopes },
      secret: {
        tokenHash: null,
        ending: '',
        grant: { id: grantId, client: { id: client.id, name: client.name, host: client.host } },
      },
    });
    await asked.claim();
    const details = { key_id: row.id, program: client.name, host: client.host, scopes, ...readLimits(row) };
    const event = { name: 'program_connected' as const, ...describeActor(request), details };
    await raiseNotice(deps, { event, userId, sessionId: publicId });
    return await asked.allow({ userId, grantId, scopes });
  } catch (error) {
    // The key with it.
    await provider.Grant.adapter.revokeByGrantId(grantId);
    throw error;
  }
}

function noScopes(): AppError {
  const issue = { path: 'scopes', message: 'Allow at least one of what it asks for', code: 'value_refused' };
  return new AppError('validation_failed', { details: { issues: [issue] } });
}
