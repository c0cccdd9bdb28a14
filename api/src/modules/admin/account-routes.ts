import {
  type AdminAccount,
  AppError,
  type AuditName,
  adminAccountBody,
  adminAccountReply,
  idParams,
} from '@atelier/contract';
import {
  type AccountState,
  deleteAllSessions,
  findAccountState,
  inTransaction,
  lockAccount,
  type Queryable,
  revokeAllApiKeys,
  unlockAccount,
} from '@atelier/db';
import { startWaitingGenerations } from '@atelier/generations';
import type { Api, RouteDeps } from '../../api.ts';
import { describeOperator } from '../../plugins/describe-actor.ts';

type Act = { userId: string; reason: string };
type Operation = {
  summary: string;
  event: AuditName;
  /** Returns how many sessions or keys it ended; 1 for the account itself. In one transaction with its event. */
  operate: (on: Queryable, act: Act) => Promise<number>;
  /** Notifies the open pages of the account once it is done. */
  notify?: (deps: RouteDeps, userId: string) => unknown;
};

const operations: Record<'lock' | 'unlock' | 'end-sessions' | 'revoke-keys', Operation> = {
  lock: {
    summary: 'Lock an account: it creates and starts nothing more; running generations continue',
    event: 'operator_locked_account',
    operate: lock,
    notify: notifyAccount,
  },
  unlock: {
    summary: 'Unlock an account',
    event: 'operator_unlocked_account',
    operate: unlock,
    notify: async (deps, userId) => {
      await startWaitingGenerations(deps, userId);
      await notifyAccount(deps, userId);
    },
  },
  'end-sessions': {
    summary: 'End all sessions of an account and disconnect its sockets',
    event: 'operator_ended_sessions',
    operate: async (on, { userId }) => (await deleteAllSessions(on, userId)).length,
    notify: ({ realtime }, userId) => realtime.disconnectUser(userId),
  },
  'revoke-keys': {
    summary: 'Revoke all API keys of an account',
    event: 'operator_revoked_keys',
    operate: (on, { userId }) => revokeAllApiKeys(on, userId),
  },
};

/** Acts of operators on an account itself; each needs a reason and is recorded. */
export function adminAccountRoutes(api: Api, deps: RouteDeps): void {
  for (const [name, { summary, event, operate, notify }] of Object.entries(operations)) {
    api.post(
      `/api/admin/users/:id/${name}`,
      {
        schema: {
          tags: ['admin'],
          summary,
          params: idParams,
          body: adminAccountBody,
          response: { 200: adminAccountReply },
        },
      },
      async (request) => {
        const act = { userId: request.params.id, reason: request.body.reason };
        await getAccount(deps, act.userId);
        const changed = await inTransaction(deps.db, async (on) => {
          const changed = await operate(on, act);
          const by = describeOperator(request, act.userId);
          await deps.audit.record({ name: event, ...by, reason: act.reason, details: { changed } }, on);
          return changed;
        });
        await notify?.(deps, act.userId);
        return { account: await getAccount(deps, act.userId), changed };
      },
    );
  }
}

async function lock(on: Queryable, act: Act): Promise<number> {
  if (!(await lockAccount(on, act))) throw new AppError('already_locked');
  return 1;
}

async function unlock(on: Queryable, { userId }: Act): Promise<number> {
  if (!(await unlockAccount(on, userId))) throw new AppError('not_locked');
  return 1;
}

function notifyAccount({ realtime }: RouteDeps, userId: string): Promise<boolean> {
  return realtime.emitToUser(userId, 'account:changed', {});
}

/** Throws not_found. */
export async function getAccount({ db }: Pick<RouteDeps, 'db'>, userId: string): Promise<AdminAccount> {
  const state = await findAccountState(db.pool, userId);
  if (!state) throw new AppError('not_found');
  return presentAccount(state);
}

function presentAccount({ locked_at, closed_at, erased_at, ...state }: AccountState): AdminAccount {
  return {
    ...state,
    locked_at: locked_at?.toISOString() ?? null,
    closed_at: closed_at?.toISOString() ?? null,
    erased_at: erased_at?.toISOString() ?? null,
  };
}
