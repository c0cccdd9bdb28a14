import {
  type ApiKeyBudgets,
  AppError,
  apiKeyBudgetsBody,
  apiKeyReply,
  apiKeysReply,
  createApiKeyBody,
  createApiKeyReply,
  idParams,
  maxApiKeyDays,
  maxApiKeys,
  revokeApiKeyReply,
} from '@atelier/contract';
import { type ApiKeyRow, changeKeyBudgets, insertApiKey, listApiKeys, revokeApiKey } from '@atelier/db';
import type { FastifyRequest } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import type * as z from 'zod/mini';
import type { Api, RouteDeps } from '../../api.ts';
import { describeActor } from '../../plugins/describe-actor.ts';
import { hasFreshSignIn, refuseLocked, requireFreshSignIn } from '../auth/guards.ts';
import { hashApiKey, newApiKey } from '../auth/key-format.ts';
import { raiseNotice } from '../auth/raise-notice.ts';
import { signedIn, signedInByCookie } from '../auth/session.ts';
import { presentKey, readLimits } from './present-key.ts';

const tags = ['api keys'];

/** API keys are managed in the browser only: a leaked key must not be able to create another one. */
export function apiKeyRoutes(api: Api, deps: RouteDeps): void {
  api.get(
    '/api/user/api-keys',
    { schema: { tags, summary: 'List your API keys, newest first', response: { 200: apiKeysReply } } },
    async (request) => {
      const rows = await listApiKeys(deps.db.pool, signedIn(request).userId);
      return { data: rows.map(presentKey) };
    },
  );

  api.post(
    '/api/user/api-keys',
    {
      onRequest: refuseLocked,
      schema: {
        tags,
        summary: 'Create an API key; only this reply contains it',
        body: createApiKeyBody,
        response: { 200: createApiKeyReply },
      },
    },
    async (request) => {
      requireFreshSignIn(request);
      const { userId, publicId } = signedInByCookie(request);
      const { key, row } = await createApiKey(deps, userId, request.body);
      const details = { key_id: row.id, ending: row.ending, scopes: row.scopes, ...readLimits(row) };
      await raiseNotice(deps, {
        event: { name: 'api_key_created', ...describeActor(request), details },
        userId,
        sessionId: publicId,
      });
      return { ...presentKey(row), key };
    },
  );

  changeRoutes(api, deps);
}

function changeRoutes(api: Api, deps: RouteDeps): void {
  api.patch(
    '/api/user/api-keys/:id',
    {
      schema: {
        tags,
        summary: 'Set the limits of an API key; a higher one needs a fresh sign-in',
        params: idParams,
        body: apiKeyBudgetsBody,
        response: { 200: apiKeyReply },
      },
    },
    async (request) => {
      const row = await changeBudgets(deps, request);
      await deps.audit.record({
        name: 'api_key_changed',
        ...describeActor(request),
        details: { key_id: row.id, ending: row.ending, ...readLimits(row) },
      });
      return { data: presentKey(row) };
    },
  );

  api.delete(
    '/api/user/api-keys/:id',
    {
      schema: { tags, summary: 'Revoke an API key', params: idParams, response: { 200: revokeApiKeyReply } },
    },
    async (request) => {
      const { id } = request.params;
      if (!(await revokeApiKey(deps.db.pool, id, signedIn(request).userId))) throw new AppError('not_found');
      await deps.audit.record({
        name: 'api_key_revoked',
        ...describeActor(request),
        details: { key_id: id },
      });
      return { success: true as const, id };
    },
  );
}

/**
 * The reply is the only place where the key is ever shown. Throws too_many_api_keys (409), or validation_failed for an end
 * that is over or too far away.
 */
async function createApiKey(
  { db }: Pick<RouteDeps, 'db'>,
  userId: string,
  wanted: z.output<typeof createApiKeyBody>,
): Promise<{ key: string; row: ApiKeyRow }> {
  const key = newApiKey();
  const { name, scopes, expires_at: expiresAt, ...budgets } = wanted;
  const row = await insertApiKey(
    db,
    {
      id: uuidv7(),
      userId,
      name,
      tokenHash: hashApiKey(key),
      ending: key.slice(-4),
      scopes,
      expiresAt: expiresAt ? readEnd(expiresAt) : null,
      dailyBudget: budgets.daily_budget_credits ?? null,
      totalBudget: budgets.total_budget_credits ?? null,
      askAbove: budgets.ask_above_credits ?? null,
    },
    maxApiKeys,
  );
  if (!row) throw new AppError('too_many_api_keys', { details: { limit: maxApiKeys } });
  return { key, row };
}

function readEnd(moment: string): Date {
  const end = new Date(moment);
  const days = (end.getTime() - Date.now()) / 86_400_000;
  if (days > 0 && days <= maxApiKeyDays) return end;
  const message = 'The end must be in the future, at most five years away';
  throw new AppError('validation_failed', {
    details: { issues: [{ path: 'expires_at', message, code: 'value_refused' }] },
  });
}

type BudgetRequest = FastifyRequest & { params: { id: string }; body: ApiKeyBudgets };

/** Throws not_found, or sign_in_again (403) when a limit would rise. */
async function changeBudgets({ db }: Pick<RouteDeps, 'db'>, request: BudgetRequest): Promise<ApiKeyRow> {
  const { userId } = signedIn(request);
  const {
    daily_budget_credits: dailyBudget,
    total_budget_credits: totalBudget,
    ask_above_credits: askAbove,
  } = request.body;
  const budgets = { id: request.params.id, userId, dailyBudget, totalBudget, askAbove };
  const changed = await changeKeyBudgets(db.pool, { ...budgets, mayRaise: hasFreshSignIn(request) });
  if (changed) return changed;
  const own = await listApiKeys(db.pool, userId);
  if (!own.some(({ id }) => id === budgets.id)) throw new AppError('not_found');
  throw new AppError('sign_in_again');
}
