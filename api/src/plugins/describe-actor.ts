import type { AuditEvent } from '@atelier/audit';
import type { FastifyRequest } from 'fastify';

/** Who sent a request and from where, for the audit log. `userId` is the account of the session or API key. */
export function describeActor(request: FastifyRequest): Omit<AuditEvent, 'name'> {
  const { session } = request;
  const origin = {
    requestId: request.id,
    address: request.ip ?? null,
    userAgent: request.headers['user-agent'] ?? null,
  };
  if (!session) return { actor: 'anonymous', ...origin };
  if (session.signedInBy === 'key')
    return { actor: 'api_key', actorId: session.keyId, userId: session.userId, ...origin };
  return { actor: 'user', actorId: session.userId, userId: session.userId, ...origin };
}

/** The operator who sent the request, and the account that it concerns, if one. */
export function describeOperator(request: FastifyRequest, userId: string | null): Omit<AuditEvent, 'name'> {
  return { ...describeActor(request), actor: 'operator', userId };
}
