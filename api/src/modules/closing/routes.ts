import { randomBytes } from 'node:crypto';
import {
  AppError,
  type CloseAccountReply,
  closeAccountBody,
  closeAccountReply,
  closingReply,
  keepAccountReply,
} from '@atelier/contract';
import { closeAccount, type ErasureRow, findErasure, keepAccount } from '@atelier/db';
import { cancelOfClosedAccounts } from '@atelier/generations';
import type { FastifyRequest } from 'fastify';
import type { Api, RouteDeps } from '../../api.ts';
import { describeActor } from '../../plugins/describe-actor.ts';
import { requireFreshSignIn } from '../auth/guards.ts';
import { signedIn } from '../auth/session.ts';

const tags = ['user'];

/** The owner's way out, and back until the erasure. For browsers only, also of closed accounts. */
export function closingRoutes(api: Api, deps: RouteDeps): void {
  const { sessions, env } = deps;
  api.get(
    '/api/user/closing',
    {
      schema: {
        tags,
        summary: 'Get whether your account is closed and when it will be erased',
        response: { 200: closingReply },
      },
    },
    async (request) => {
      const erasure = await findErasure(deps.db, signedIn(request).userId);
      return { closing: erasure ? presentClosing(erasure) : null, erasure_days: env.ERASURE_DAYS };
    },
  );

  api.post(
    '/api/user/close',
    {
      schema: {
        tags,
        summary: 'Close your account: it ends every session and key, and is erased after some days',
        body: closeAccountBody,
        response: { 200: closeAccountReply },
      },
    },
    async (request, reply) => {
      requireFreshSignIn(request);
      requireOwnAddress(request, request.body.email);
      const erasure = await close(deps, request);
      reply.header('set-cookie', [sessions.blankCookie, sessions.blankHintCookie]);
      // Leaves nothing of the user in the browser, as signing out does.
      reply.header('clear-site-data', '"cache", "storage"');
      return presentClosing(erasure);
    },
  );

  api.post(
    '/api/user/keep',
    {
      schema: {
        tags,
        summary: 'Keep your closed account; its API keys stay revoked',
        response: { 200: keepAccountReply },
      },
    },
    async (request) => {
      const kept = await keepAccount(deps.db, signedIn(request).userId);
      if (kept) await deps.audit.record({ name: 'erasure_withdrawn', ...describeActor(request) });
      return { success: true as const };
    },
  );
}

function requireOwnAddress(request: FastifyRequest, typed: string): void {
  if (typed.trim().toLowerCase() === signedIn(request).email.toLowerCase()) return;
  const message = 'Type the e-mail address of this account';
  throw new AppError('validation_failed', {
    details: { issues: [{ path: 'email', message, code: 'value_refused' }] },
  });
}

/** Ends every session with its sockets on all processes, and cancels what runs. Throws account_closed when repeated. */
async function close(deps: RouteDeps, request: FastifyRequest): Promise<ErasureRow> {
  const { userId } = signedIn(request);
  const token = randomBytes(32).toString('base64url');
  const erasure = await closeAccount(deps.db, { userId, token, days: deps.env.ERASURE_DAYS });
  if (!erasure) throw new AppError('account_closed');
  await deps.audit.record({
    name: 'erasure_requested',
    ...describeActor(request),
    details: { erasure_id: erasure.id, due_at: erasure.due_at.toISOString() },
  });
  deps.realtime.disconnectUser(userId);
  await cancelOfClosedAccounts(deps, userId);
  return erasure;
}

function presentClosing(erasure: ErasureRow): CloseAccountReply {
  return {
    closed_at: erasure.requested_at.toISOString(),
    erased_at: erasure.due_at.toISOString(),
    statement_token: erasure.token,
  };
}
