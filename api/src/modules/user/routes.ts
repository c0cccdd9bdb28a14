import {
  AppError,
  type UserInfo,
  type UserSettings,
  userInfoReply,
  userSettingsBody,
  userSettingsReply,
} from '@atelier/contract';
import {
  findAccountState,
  findRecipePreferences,
  getBalance,
  getSpending,
  listApiKeys,
  setDailyCap,
  setRecipePreferences,
} from '@atelier/db';
import type { FastifyRequest } from 'fastify';
import type { Api, RouteDeps } from '../../api.ts';
import { describeActor } from '../../plugins/describe-actor.ts';
import { presentKey } from '../api-keys/present-key.ts';
import { hasFreshSignIn } from '../auth/guards.ts';
import { listNotices } from '../auth/security-event-routes.ts';
import { signedIn } from '../auth/session.ts';

export function userRoutes(api: Api, deps: RouteDeps): void {
  api.get(
    '/api/user/info',
    {
      config: { keyScopes: ['read'], isFollowing: true },
      schema: {
        tags: ['user'],
        summary: 'Get the signed-in user and their balance',
        response: { 200: userInfoReply },
      },
    },
    async (request) => {
      const session = signedIn(request);
      const [balance, notices, keys] = await Promise.all([
        getBalance(deps.db.pool, session.userId),
        listNotices(deps, session),
        session.signedInBy === 'key' ? listApiKeys(deps.db.pool, session.userId) : [],
      ]);
      const key = keys.find(({ id }) => session.signedInBy === 'key' && id === session.keyId);
      return {
        user: {
          id: session.userId,
          email: session.email,
          name: session.name,
          is_admin: session.isAdmin,
          created_at: session.memberSince.toISOString(),
          sign_in: describeIssuer(deps.identityProvider.issuer),
          lock: session.isLocked ? await findLock(deps, session.userId) : null,
        },
        credits: { left_credits: balance.available, held_credits: balance.held, revision: balance.revision },
        has_ever_paid: balance.has_ever_paid,
        trash_days: deps.env.TRASH_DAYS,
        notices,
        ...(key && { key: presentKey(key) }),
      };
    },
  );
}

/** Names the identity provider by its issuer. One on this machine is the one that development brings. */
export function describeIssuer(issuer: string): UserInfo['user']['sign_in'] {
  const { hostname } = new URL(issuer);
  if (issuer === 'https://accounts.google.com') return { way: 'google', issuer };
  const isLocal = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
  return { way: isLocal ? 'local' : 'openid', issuer };
}

async function findLock({ db }: RouteDeps, userId: string): Promise<UserInfo['user']['lock']> {
  const state = await findAccountState(db.pool, userId);
  return state?.locked_at ? { locked_at: state.locked_at.toISOString(), reason: state.lock_reason } : null;
}

export function settingsRoutes(api: Api, deps: RouteDeps): void {
  api.get(
    '/api/user/settings',
    {
      schema: {
        tags: ['user'],
        summary: 'Get your daily spending limit and the settings of downloaded files',
        response: { 200: userSettingsReply },
      },
    },
    async (request) => readSettings(deps, signedIn(request).userId),
  );

  api.patch(
    '/api/user/settings',
    {
      schema: {
        tags: ['user'],
        summary:
          'Set or remove your daily spending limit (UTC days), and choose what goes into files that you download and that others download from your shared pages; raising the limit needs a fresh sign-in',
        body: userSettingsBody,
        response: { 200: userSettingsReply },
      },
    },
    async (request) => {
      const { daily_cap_credits: capCredits, recipe_in_downloads, recipe_in_shared_files } = request.body;
      const { userId } = signedIn(request);
      if (capCredits !== undefined) await changeDailyCap(deps, request, capCredits);
      const recipes = { downloads: recipe_in_downloads, shared: recipe_in_shared_files };
      await setRecipePreferences(deps.db.pool, userId, recipes);
      return readSettings(deps, userId);
    },
  );
}

async function changeDailyCap(deps: RouteDeps, request: FastifyRequest, capCredits: number | null) {
  const { userId } = signedIn(request);
  const canRaise = hasFreshSignIn(request);
  if (!(await setDailyCap(deps.db.pool, { userId, capCredits, canRaise })))
    throw new AppError('sign_in_again');
  const details = { daily_cap_credits: capCredits };
  await deps.audit.record({ ...describeActor(request), name: 'daily_limit_changed', details });
}

async function readSettings({ db }: RouteDeps, userId: string): Promise<UserSettings> {
  const [{ daily_cap }, recipes] = await Promise.all([
    getSpending(db.pool, userId),
    findRecipePreferences(db.pool, userId),
  ]);
  return {
    daily_cap_credits: daily_cap,
    recipe_in_downloads: recipes.downloads,
    recipe_in_shared_files: recipes.shared,
  };
}
