import {
  type ApiKeyBudgets,
  AppError,
  apiKeyBudgetsBody,
  apiKeyReply,
  apiKeysReply,
  createApiKeyBody,
  createApiKeyReply,
  idParams,
  revokeApiKeyReply,
} from '@atelier/contract';
import { type ApiKeyRow, changeKeyBudgets, listApiKeys, revokeApiKey } from '@atelier/db';
import type { FastifyRequest } from 'fastify';
import type { Api, RouteDeps } from '../../api.ts';
import { describeActor } from '../../plugins/describe-actor.ts';
import { hasFreshSignIn, refuseLocked, requireFreshSignIn } from '../auth/guards.ts';
import { hashApiKey, newApiKey } from '../auth/key-format.ts';
import { raiseNotice } from '../auth/raise-notice.ts';
import { signedIn, signedInByCookie } from '../auth/session.ts';
import { createKey, refuseUnknownKinds } from './create-key.ts';
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
      const key = newApiKey();
      const row = await createKey(deps, {
        userId,
        wanted: request.body,
        secret: { tokenHash: hashApiKey(key), ending: key.slice(-4) },
      });
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

type BudgetRequest = FastifyRequest & { params: { id: string }; body: ApiKeyBudgets };

/** Throws not_found, or sign_in_again (403) when a limit would rise. */
async function changeBudgets({ db }: Pick<RouteDeps, 'db'>, request: BudgetRequest): Promise<ApiKeyRow> {
  const { userId } = signedIn(request);
  const { id } = request.params;
  const { body } = request;
  refuseUnknownKinds(body.kinds);
  const limits = {
    dailyBudget: body.daily_budget_credits,
    totalBudget: body.total_budget_credits,
    askAbove: body.ask_above_credits,
    jobBudget: body.job_budget_credits,
    kinds: body.kinds,
  };
  const changed = await changeKeyBudgets(db.pool, {
    id,
    userId,
    ...limits,
    mayRaise: hasFreshSignIn(request),
  });
  if (changed) return changed;
  const own = await listApiKeys(db.pool, userId);
  if (!own.some((key) => key.id === id)) throw new AppError('not_found');
  throw new AppError('sign_in_again');
}
