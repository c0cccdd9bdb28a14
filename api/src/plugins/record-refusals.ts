import type { AppErrorCode, AuditName } from '@atelier/contract';
import type { FastifyRequest } from 'fastify';
import type { Api, RouteDeps } from '../api.ts';
import { describeActor } from './describe-actor.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the error that the request was answered with. */
    refusedAs: AppErrorCode | null;
  }
  interface FastifyContextConfig {
    /** Answers 404 to everyone but operators. */
    isForOperators?: boolean;
  }
}

/**
 * Counts requests that a security control refused, in the audit log. Before the reply is written, so that a client which
 * closes its connection at once is counted as well.
 */
export function recordRefusals(api: Api, { audit }: Pick<RouteDeps, 'audit'>): void {
  api.decorateRequest('refusedAs', null);
  api.addHook('onSend', async (request) => {
    const name = toRefusal(request);
    if (!name) return;
    const { method, url = null } = request.routeOptions;
    audit.count({
      name,
      ...describeActor(request),
      details: { method: method ?? request.method, route: url, ...readDetails(name, request) },
    });
  });
}

const byCode: Partial<Record<AppErrorCode, AuditName>> = {
  bad_origin: 'origin_refused',
  invalid_api_key: 'api_key_refused',
  api_key_expired: 'api_key_refused',
  api_key_not_allowed: 'api_key_refused',
  key_scope_missing: 'api_key_refused',
  // Only webhooks are signed.
  invalid_signature: 'webhook_refused',
};

function toRefusal({ refusedAs, session, routeOptions }: FastifyRequest): AuditName | undefined {
  if (!refusedAs) return undefined;
  const isHidden = refusedAs === 'not_found' && routeOptions.config?.isForOperators === true;
  // Anonymous visitors and operators with a wrong id get the same 404; neither is worth an event.
  if (isHidden && session && !session.isAdmin) return 'operator_page_refused';
  return byCode[refusedAs];
}

/** Clients choose this text and could fill the table with it. */
const maxOriginLength = 100;

function readDetails(name: AuditName, request: FastifyRequest): Record<string, unknown> {
  if (name === 'origin_refused') return { origin: request.headers.origin?.slice(0, maxOriginLength) ?? null };
  return name === 'api_key_refused' ? { code: request.refusedAs } : {};
}
