import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createKey } from '../../testing/api-key.ts';
import { auditEvents } from '../../testing/audit-events.ts';
import { finishVideo } from '../../testing/endings.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import { submitVideo } from '../../testing/submissions.ts';
import { changeOperator } from './change-operator.ts';

const api = await startTestApi();
const operator = await api.user({ email: 'ops@atelier.test' });
const { pool } = api.store.owner;
await pool.query(
  `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$`,
);
afterEach(() => api.store.expectWholeLedger());
afterAll(() => api.close());

const reason = 'Asked for by mail';

/** Refuses what is written to a table until the work is done; at the commit where it is the act's own table. */
async function refusing(table: string, work: () => Promise<unknown>): Promise<void> {
  const kind =
    table === 'audit_event'
      ? 'trigger refused before insert on audit_event'
      : `constraint trigger refused after insert or update or delete on ${table} deferrable initially deferred`;
  await pool.query(`create ${kind} for each row execute function refuse()`);
  try {
    await work();
  } finally {
    await pool.query(`drop trigger refused on ${table}`);
  }
}

type Act = {
  name: string;
  /** The table that the act writes to. */
  table: string;
  /** Creates the target of the act. */
  prepare: (user: TestUser) => Promise<string>;
  act: (target: string) => Promise<number>;
  /** Query that reads what the act changes. */
  read: string;
};

const post = async (path: string, body: object = {}) =>
  (await operator.post(path, { reason, ...body })).status;
const onAccount = (verb: string) => (id: string) => post(`/api/admin/users/${id}/${verb}`);
const onGeneration = (verb: string) => (id: string) =>
  post(`/api/admin/generations/${id}/${verb}`, { request_id: randomUUID() });
const toId = async ({ userId }: TestUser) => userId;

const acts: Act[] = [
  {
    name: 'operator_moved_credits',
    table: 'ledger_entry',
    prepare: toId,
    act: (user_id) =>
      post('/api/admin/credits', { user_id, kind: 'grant', credits: 100, request_id: randomUUID() }),
    read: 'select available from credit_account where user_id = $1',
  },
  {
    name: 'operator_locked_account',
    table: 'app_user',
    prepare: toId,
    act: onAccount('lock'),
    read: 'select locked_at, is_locked from app_user join credit_account on user_id = id where id = $1',
  },
  {
    name: 'operator_unlocked_account',
    table: 'app_user',
    prepare: async ({ userId }) => {
      expect(await onAccount('lock')(userId)).toBe(200);
      return userId;
    },
    act: onAccount('unlock'),
    read: 'select locked_at, is_locked from app_user join credit_account on user_id = id where id = $1',
  },
  {
    name: 'operator_ended_sessions',
    table: 'user_session',
    prepare: toId,
    act: onAccount('end-sessions'),
    read: 'select count(*) from user_session where user_id = $1',
  },
  {
    name: 'operator_revoked_keys',
    table: 'api_key',
    prepare: async (user) => {
      await createKey(user);
      return user.userId;
    },
    act: onAccount('revoke-keys'),
    read: 'select revoked_at from api_key where user_id = $1',
  },
  {
    name: 'operator_checked_generation',
    table: 'generation',
    prepare: (user) => submitVideo(user),
    act: onGeneration('retry'),
    read: 'select next_check_at from generation where id = $1',
  },
  {
    name: 'operator_resubmitted_generation',
    table: 'ledger_entry',
    prepare: async (user) => {
      const id = await submitVideo(user);
      expect(await onGeneration('fail')(id)).toBe(200);
      return id;
    },
    act: onGeneration('retry'),
    read: `select count(*), sum(cost) from generation
            where user_id = (select user_id from generation where id = $1)`,
  },
  {
    name: 'operator_ended_generation',
    table: 'generation',
    prepare: (user) => submitVideo(user),
    act: onGeneration('fail'),
    read: 'select status, released from generation where id = $1',
  },
  {
    name: 'operator_refunded_generation',
    table: 'ledger_entry',
    prepare: async (user) => (await finishVideo(api.deps, user)).id,
    act: onGeneration('refund'),
    read: `select available from credit_account
            where user_id = (select user_id from generation where id = $1)`,
  },
  {
    name: 'operator_added',
    table: 'operator',
    prepare: async ({ email }) => email.toLowerCase(),
    act: async (email) => {
      const change = { email, isOperator: true, settings: ['ops@atelier.test'], reason };
      return changeOperator({ ...api.deps, realtime: api.realtime }, change).then(
        () => 200,
        () => 500,
      );
    },
    read: 'select is_operator from operator where email = $1',
  },
];

describe.each(acts)('$name', ({ name, table, prepare, act, read }) => {
  const readState = async (target: string) => (await pool.query(read, [target])).rows;
  const begin = async () => {
    const user = await api.user({ credits: 1_000 });
    const target = await prepare(user);
    return { user, target, before: await readState(target) };
  };
  const events = (user: TestUser) => auditEvents(api, { name, userId: user.userId });

  it('does not happen when its event cannot be written', async () => {
    const { user, target, before } = await begin();
    await refusing('audit_event', async () => expect(await act(target)).toBe(500));
    expect(await readState(target)).toEqual(before);
    expect(await events(user)).toEqual([]);

    expect(await act(target)).toBe(200);
    expect(await readState(target)).not.toEqual(before);
    expect(await events(user)).toMatchObject([{ reason }]);
  });

  it('leaves no event when it fails itself, as late as at its commit', async () => {
    const { user, target, before } = await begin();
    await refusing(table, async () => expect(await act(target)).toBe(500));
    expect(await readState(target)).toEqual(before);
    expect(await events(user)).toEqual([]);
  });
});
