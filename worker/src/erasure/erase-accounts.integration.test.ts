import { randomBytes, randomUUID } from 'node:crypto';
import { erasureStatement } from '@atelier/contract';
import {
  closeAccount,
  connectDb,
  type ErasureRow,
  findErasureByToken,
  findLedgerProblems,
  getBalance,
  keepAccount,
  listOutputs,
  markGenerationEnded,
  upsertUserFromIdentity,
} from '@atelier/db';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { storeFileOutput, storeTextOutput } from '../generations/store-output.ts';
import { createHandlers } from '../handlers.ts';
import { findMarker } from '../testing/find-marker.ts';
import { current, order, send, waitForEnd } from '../testing/make.ts';
import { openTestWorker } from '../testing/open-test-worker.ts';
import { populateAccount } from '../testing/populate-account.ts';
import { eraseAccount } from './erase-account.ts';

const signingKey = randomBytes(32).toString('base64');
const worker = await openTestWorker({ env: { WEBHOOK_SIGNING_KEY: signingKey } });
const { deps } = worker;
const owner = connectDb({
  databaseUrl: worker.adminUrl,
  applicationName: 'test',
  maxConnections: 2,
  onError: () => undefined,
});
afterEach(async () => expect(await findLedgerProblems(deps.db.pool)).toEqual([]));
afterAll(async () => {
  await owner.close();
  await worker.close();
});

const newMarker = () => `Quokka${randomBytes(9).toString('hex')}`;

/** Where a user leaves something behind; the error of a failed job is in BullMQ's own store. */
const places = [
  ...(deps.queue.kind === 'redis' ? ['redis hash', 'redis stream'] : ['job']),
  'api_key',
  'app_user',
  'audit_event',
  'file',
  'generation',
  'oauth_account',
  'output',
  'provider_event',
  'provider_submission',
  'purchase',
  'push_subscription',
  'take_out',
  'user_session',
  'webhook_delivery',
].sort();

/** Closes the account and lets its days pass. */
async function closeLongAgo(userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const erasure = await closeAccount(deps.db, { userId, token, days: 14 });
  await deps.db.pool.query(
    `update erasure set requested_at = requested_at - interval '15 days', due_at = due_at - interval '15 days'
      where id = $1`,
    [erasure?.id],
  );
  return token;
}

const runJob = () =>
  createHandlers(deps)['erase-accounts'](
    {},
    {
      jobId: 'erase',
      attempt: 1,
      isLastAttempt: true,
      signal: undefined,
      delayUntil: () => expect.fail('The job does not delay itself'),
    },
  );

async function findErasure(token: string): Promise<ErasureRow> {
  return (await findErasureByToken(deps.db, token)) ?? expect.fail('There is no such erasure');
}

/** All rows of a user, as text, in every table that names one, and the files. */
async function readEverything(userId: string): Promise<unknown[]> {
  const { rows } = await owner.pool.query<{ table_name: string }>(
    `select table_name from information_schema.columns
      where table_schema = 'public' and column_name = 'user_id' order by 1`,
  );
  const all: unknown[] = await deps.store.list(userId);
  for (const { table_name: table } of rows) {
    const found = await owner.pool.query(
      `select t::text as row from ${table} t where user_id = $1 order by 1`,
      [userId],
    );
    all.push(table, found.rows);
  }
  return all;
}

const sample = { files: 5, generation: 2, output: 1, provider_submission: 2, provider_event: 1 };
const erasedSample = {
  ...sample,
  oauth_account: 1,
  user_session: 0,
  push_subscription: 0,
  idempotency_key: 2,
  webhook_delivery: 2,
  upload_use: 1,
  api_key: 1,
  upload: 1,
  image_download: 1,
  take_out: 1,
  audit_event: 1,
  purchase: 1,
};

describe('the erasure of an account', () => {
  it('leaves nothing of the user in any table, file or job, and the ledger whole', async () => {
    const marker = newMarker();
    const { userId } = await populateAccount(deps, marker);
    const before = await findMarker(worker, marker);
    expect(before).toEqual(places);
    const token = await closeLongAgo(userId);
    await runJob();
    expect(await findMarker(worker, marker)).toEqual([]);
    expect(await deps.store.list(userId)).toEqual([]);
    expect(await getBalance(deps.db.pool, userId)).toMatchObject({ available: 0, held: 0 });
    expect((await findErasure(token)).step).toBe('done');
  });

  it('writes a statement of what was erased, what stays and what is out of reach, signed with the published key', async () => {
    const { userId } = await populateAccount(deps, newMarker());
    const token = await closeLongAgo(userId);
    await runJob();
    const { statement, signed_statement, finished_at } = await findErasure(token);
    const content = erasureStatement.parse(statement);
    expect(content).toMatchObject({
      type: 'atelier.erasure.v1',
      account: userId,
      pseudonym: `erased-${userId}`,
      erased_at: finished_at?.toISOString(),
      erased: erasedSample,
      forfeited_credits: 400,
      kept: { ledger_entry: 6, purchase: 1, payment_event: 0, generation: 2, audit_event: 2 },
    });
    const [header = '', payload = ''] = signed_statement?.split('.') ?? [];
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toEqual(content);
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({
      alg: 'EdDSA',
      kid: deps.webhookSigner?.keySet.keys[0]?.kid,
    });
    const { rows } = await deps.db.pool.query(
      `select name, actor, address from audit_event where user_id = $1 order by id`,
      [userId],
    );
    expect(rows).toEqual([
      { name: 'sign_in', actor: 'user', address: null },
      { name: 'account_erased', actor: 'system', address: null },
    ]);
  });

  it('does not sign the statement when no key is set', async () => {
    const { userId } = await populateAccount(deps, newMarker());
    const token = await closeLongAgo(userId);
    await eraseAccount({ ...deps, webhookSigner: undefined }, await findErasure(token));
    expect(await findErasure(token)).toMatchObject({ step: 'done', signed_statement: null });
  });

  it('changes nothing of another user', async () => {
    const [stranger, user] = [
      await populateAccount(deps, newMarker()),
      await populateAccount(deps, newMarker()),
    ];
    const before = await readEverything(stranger.userId);
    await closeLongAgo(user.userId);
    await runJob();
    expect(await readEverything(stranger.userId)).toEqual(before);
  });

  it('lets the same identity begin again with a new, empty account', async () => {
    const marker = newMarker();
    const { userId } = await populateAccount(deps, marker);
    await closeLongAgo(userId);
    await runJob();
    const identity = { provider: 'https://issuer.test', subject: `sub-${marker}`, isEmailVerified: true };
    const again = await upsertUserFromIdentity(deps.db, {
      ...identity,
      email: `${marker}@mail.test`,
      name: null,
    });
    expect(again.userId).not.toBe(userId);
    expect(await getBalance(deps.db.pool, again.userId)).toMatchObject({
      available: 0,
      has_ever_paid: false,
    });
  });

  it('does not begin before its time, and never after the owner kept the account', async () => {
    const [early, kept] = [
      await populateAccount(deps, newMarker()),
      await populateAccount(deps, newMarker()),
    ];
    await closeAccount(deps.db, { userId: early.userId, token: randomUUID(), days: 14 });
    const token = await closeLongAgo(kept.userId);
    expect(await keepAccount(deps.db, kept.userId)).toBeDefined();
    const before = [await readEverything(early.userId), await readEverything(kept.userId)];
    await runJob();
    await eraseAccount(deps, await findErasure(token));
    expect([await readEverything(early.userId), await readEverything(kept.userId)]).toEqual(before);
  });

  it('erases every account once when many processes work at the same time', async () => {
    const users = [await populateAccount(deps, newMarker()), await populateAccount(deps, newMarker())];
    const tokens = await Promise.all(users.map(({ userId }) => closeLongAgo(userId)));
    await Promise.all(Array.from({ length: 6 }, runJob));
    for (const token of tokens) {
      const { statement } = await findErasure(token);
      expect(statement).toMatchObject({ erased: erasedSample, forfeited_credits: 400 });
    }
  });
});

describe('an erasure whose process is killed', () => {
  /** Fails what would lead to this step, inside of its transaction, as a process does that dies there. */
  async function killBefore(step: string): Promise<void> {
    await owner.pool.query(`
      create function die() returns trigger language plpgsql as $$
      begin
        raise exception 'killed';
      end $$`);
    await owner.pool.query(
      `create trigger die before update on erasure for each row when (new.step = '${step}') execute function die()`,
    );
  }

  afterEach(() => owner.pool.query('drop function if exists die cascade'));

  it.each(['files', 'generations', 'account', 'jobs', 'statement', 'done'])(
    'on the way to the step “%s” goes on where it was and counts nothing twice',
    async (step) => {
      const marker = newMarker();
      const { userId } = await populateAccount(deps, marker);
      const token = await closeLongAgo(userId);
      await killBefore(step);
      await expect(eraseAccount(deps, await findErasure(token))).rejects.toThrow('killed');
      expect((await findErasure(token)).finished_at).toBeNull();
      await owner.pool.query('drop function die cascade');
      await runJob();
      expect(await findMarker(worker, marker)).toEqual([]);
      expect((await findErasure(token)).statement).toMatchObject({
        erased: erasedSample,
        forfeited_credits: 400,
      });
    },
  );

  it('between two files, or while the storage does not answer, deletes the rest later', async () => {
    const marker = newMarker();
    const { userId } = await populateAccount(deps, marker);
    const token = await closeLongAgo(userId);
    let deletions = 0;
    const failing = {
      ...deps.store,
      delete: async (key: string) => {
        deletions += 1;
        if (deletions > 2) throw new Error('The storage does not answer');
        await deps.store.delete(key);
      },
    };
    const erasing = eraseAccount({ ...deps, store: failing }, await findErasure(token));
    await expect(erasing).rejects.toMatchObject({ code: 'unavailable' });
    expect((await findErasure(token)).step).toBe('files');
    await runJob();
    expect(await findMarker(worker, marker)).toEqual([]);
    expect((await findErasure(token)).statement).toMatchObject({ erased: { files: 5 } });
  });
});

describe('a generation that ends around the erasure', () => {
  it('is cancelled first, and erased once its end is settled', async () => {
    const marker = newMarker();
    const row = await order(deps, { prompt: `Saving ${marker}` });
    const token = await closeLongAgo(row.user_id);
    // fal had answered before the account was closed: it can no longer be cancelled.
    await deps.db.pool.query(
      `update generation set status = 'processing', submit_state = 'sent', stage = 'saving' where id = $1`,
      [row.id],
    );
    await runJob();
    expect(await findErasure(token)).toMatchObject({ step: 'identity', started_at: null });
    await markGenerationEnded(deps.db.pool, {
      generationId: row.id,
      status: 'failed',
      chargeCredits: 0,
      error: { code: 'no_output', detail: null },
    });
    await runJob();
    expect((await findErasure(token)).step).toBe('done');
    expect(await findMarker(worker, marker)).toEqual([]);
  });

  it('is cancelled by the job when the process that closed the account died before', async () => {
    const row = await order(deps, { prompt: 'Waiting' });
    const token = await closeLongAgo(row.user_id);
    await runJob();
    expect((await current(deps, row)).status).toBe('cancelled');
    expect((await findErasure(token)).step).toBe('done');
  });

  it('adds nothing to the erased account, however its last job and the erasure overlap', async () => {
    const marker = newMarker();
    const row = await order(deps, { prompt: 'Overtaken' });
    const token = await closeLongAgo(row.user_id);
    await markGenerationEnded(deps.db.pool, {
      generationId: row.id,
      status: 'cancelled',
      chargeCredits: 0,
      error: null,
    });
    const erasing = eraseAccount(deps, await findErasure(token));
    let isErased = false;
    const stopped = erasing.then(() => {
      isErased = true;
    });
    while (!isErased) await storeTextOutput(deps, row, { text: `Answer ${marker}` });
    await stopped;
    await storeTextOutput(deps, row, { text: `Answer ${marker}` });
    expect(await findMarker(worker, marker)).toEqual([]);
    expect(await listOutputs(deps.db.pool, row.id)).toEqual([]);
  });

  it('leaves no file that its job copies after the erasure', { tags: 'each-rule' }, async () => {
    await worker.startJobs();
    const row = await order(deps, { kind: 'flux-schnell', prompt: 'Late copy' });
    await send(deps, row);
    await waitForEnd(deps, row);
    const [output] = await listOutputs(deps.db.pool, row.id);
    await closeLongAgo(row.user_id);
    await runJob();
    const file = { url: output?.original_url ?? '', isFlagged: false };
    await storeFileOutput(deps, row, { position: 0, file });
    expect(await deps.store.list(row.user_id)).toEqual([]);
    expect(await listOutputs(deps.db.pool, row.id)).toEqual([]);
  });
});
