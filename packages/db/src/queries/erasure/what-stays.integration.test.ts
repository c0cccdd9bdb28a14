import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { generationColumns } from '../../generation-columns.ts';
import { openTestDb } from '../../testing/open-test-db.ts';
import { claim, createUser, reserve } from '../../testing/samples.ts';
import { insertAuditEvent } from '../audit/audit-events.ts';
import { markGenerationEnded } from '../generations/end/mark-generation-ended.ts';
import { setDailyCap } from '../money/spending.ts';
import { insertUpload } from '../uploads/uploads.ts';
import { closeAccount, type ErasureRow } from '../users/account-closing.ts';
import { findSession, insertSession } from '../users/sessions.ts';
import { type Identity, upsertUserFromIdentity } from '../users/users.ts';
import { eraseAccountRows, eraseGenerations, eraseIdentity } from './erase-rows.ts';
import { advanceErasure } from './erasure-steps.ts';

const db = await openTestDb(20);
afterAll(() => db.drop());
afterEach(async () => expect(await db.ledgerProblems()).toEqual([]));

/** Tables whose rows of an erased user are deleted, or that hold nothing of users. */
const deleted = [
  'account_notice',
  'api_key',
  'approval',
  'batch',
  'batch_pick',
  // Facts about our account at the provider, not about users.
  'cost_finding',
  'cost_mark',
  'cut',
  // Gone within the half hour, with the file.
  'file_write',
  // Its takes and versions are gone with it.
  'film',
  'film_take',
  'film_version',
  'generation_source',
  'idempotency_key',
  'image_download',
  // Gone with its output.
  'inspection',
  // Facts about our models, not about users.
  'kind_check',
  'kind_closure',
  'kind_verification',
  // Counts of all users together.
  'kind_duration',
  'kind_hour',
  'kind_hour_mark',
  // Hashes of all accounts together.
  'ledger_checkpoint',
  'ledger_tile',
  'mail',
  // The key of this deployment.
  'mail_key',
  'oauth_account',
  // Rows of the user's grants; others are gone within the hour, or name a program.
  'oauth_record',
  'outbox',
  'output',
  'project',
  'provider_balance',
  'provider_breaker',
  'provider_event',
  'provider_price',
  'provider_submission',
  // The pair of this deployment.
  'push_key',
  // Gone with its subscription.
  'push_message',
  'push_subscription',
  'report',
  'share',
  'take_out',
  'take_out_file',
  'upload',
  'upload_use',
  'user_session',
  'webhook_delivery',
  // That an address is no operator's stays; see docs/runbook.md.
  'operator',
  'kysely_migration',
  'kysely_migration_lock',
];

/** Columns of a generation that an erasure sets without emptying them. */
const changed = ['revision', 'deleted_at', 'purged_at'];

/**
 * Columns that keep their value, of tables whose rows stay: ids, times, amounts, and words of our own. None holds
 * anything that a user wrote or that describes them.
 */
const kept: Readonly<Record<string, string>> = {
  app_user: 'id created_at locked_at closed_at erased_at',
  audit_event: 'id name actor actor_id user_id reason details occurrences request_id created_at',
  credit_account:
    'user_id available held running waiting is_line_paused line_tail has_ever_paid revision is_locked image_credits record_moves debt',
  erasure:
    'id user_id token requested_at due_at withdrawn_at started_at step after_created_at after_id counts finished_at statement signed_statement',
  generation: Object.entries(generationColumns)
    .flatMap(([name, column]) => ('erased' in column && !changed.includes(name) ? [] : [name]))
    .join(' '),
  generation_earning:
    'generation_id user_id kind ended_at is_delivered purchase_id settled refunded earned_micro_usd',
  ledger_account: 'user_id account position entries head_id head peaks',
  ledger_entry:
    'id user_id kind d_available d_held available_after held_after entry_key generation_id purchase_id reason actor created_at prev_hash hash',
  payment_event: 'id type payment_intent fact purchase_id received_at problem tried_at settled_at',
  provider_cost:
    'request_id generation_id attempt kind endpoint units unit_price cost_micro_usd rule_micro_usd source is_delivered finished_at priced_at asked_at deleted_at',
  purchase:
    'id user_id provider payment_id credits amount_minor currency status created_at paid_at pack payment_intent refunded_minor dispute taken owed',
};

/** Columns that lose their value. */
const emptied: Readonly<Record<string, string>> = {
  app_user: 'email name lock_reason language omits_recipes shares_recipes',
  audit_event: 'address user_agent',
  credit_account:
    'spent_on spent_that_day daily_cap video_count image_count audio_count text_count image_favorites',
  generation: Object.entries(generationColumns)
    .flatMap(([name, column]) => ('erased' in column && !changed.includes(name) ? [name] : []))
    .join(' '),
  purchase: 'request_id checkout_url',
};

const listWords = (text = '') => text.split(' ').filter(Boolean);

describe('an erasure', () => {
  it('has decided about every column that there is', async () => {
    const columns = await db.asOwner<{ table_name: string; column_name: string }>(
      `select table_name, column_name from information_schema.columns where table_schema = 'public'`,
    );
    const undecided = columns.filter(
      ({ table_name: table, column_name: column }) =>
        !deleted.includes(table) &&
        !listWords(kept[table]).includes(column) &&
        !listWords(emptied[table]).includes(column),
    );
    // A new table or column goes into one of the lists above, and into erase-rows.ts unless it stays; one of a generation
    // into generation-columns.ts.
    expect(undecided).toEqual([]);
  });

  it('empties what it should, and nothing else of the rows that stay', async () => {
    const { userId, erasure } = await close();
    const row = await db.asOwner('select * from generation where user_id = $1', [userId]);
    expect(await countFilms(userId)).toBe(1);
    await eraseAll(erasure);
    expect(await countFilms(userId)).toBe(0);
    const after = await db.asOwner('select * from generation where user_id = $1', [userId]);
    for (const column of listWords(kept.generation))
      if (!changed.includes(column)) expect(after[0]?.[column]).toEqual(row[0]?.[column]);
    for (const [table, columns] of Object.entries(emptied))
      for (const column of listWords(columns)) {
        const [found] = await db.asOwner<{ values: string | null }>(
          `select string_agg(distinct ${column}::text, ' ') as values from ${table}
            where ${table === 'app_user' ? 'id' : 'user_id'} = $1`,
          [userId],
        );
        const blanks = [null, '', '{}', '[]', '0', 'false', '-infinity', `erased-${userId}@erased.invalid`];
        expect(blanks, `${table}.${column}`).toContain(found?.values ?? null);
      }
  });
});

/** A closed account whose days have passed, with a generation that has ended and a purchase. */
async function close(identity?: Identity): Promise<{ userId: string; erasure: ErasureRow }> {
  const userId = identity ? (await upsertUserFromIdentity(db, identity)).userId : await createUser(db, 1_000);
  if (!identity) await populate(userId);
  const closed = await closeAccount(db, { userId, token: randomUUID(), days: 1 });
  await db.asOwner('update erasure set due_at = now() where id = $1', [closed?.id]);
  return { userId, erasure: closed ?? expect.fail('It was closed before') };
}

async function populate(userId: string): Promise<void> {
  const row = await claim(db, (await reserve(db, userId)).id);
  await markGenerationEnded(db.pool, {
    generationId: row.id,
    status: 'failed',
    chargeCredits: 0,
    error: { code: 'timeout', detail: 'x' },
  });
  await db.asOwner(
    `update generation
        set negative_prompt = 'x', seed_used = 7, input = '{"a":1}', adjustments = '[1]', tags = '{x}',
            is_public = true, is_favorite = true, provider_request_id = id::text, provider_result = '1',
            provider_error = '1', error_reason = 'x', error_fields = '[1]', api_request_id = id, webhook_url = 'x',
            refund_reason = 'x'
      where id = $1`,
    [row.id],
  );
  await db.asOwner(`insert into film (id, user_id, name, document) values ($1, $2, 'x', '{}')`, [
    row.id,
    userId,
  ]);
  await db.asOwner(
    `insert into film_take (generation_id, film_id, shot_id, asked) values ($1, $1, $1, 'x')`,
    [row.id],
  );
  await db.asOwner(
    `insert into film_version (id, film_id, reason, revision, document) values ($1, $1, 'made', 1, '{}')`,
    [row.id],
  );
  await setDailyCap(db.pool, { userId, capCredits: 5, canRaise: true });
  await db.asOwner(`update purchase set checkout_url = 'x', request_id = id where user_id = $1`, [userId]);
  await db.asOwner(`update app_user set name = 'x', lock_reason = 'x' where id = $1`, [userId]);
  await db.asOwner(
    `insert into audit_event (name, actor, user_id, address, user_agent) values ('sign_in', 'user', $1, 'x', 'x')`,
    [userId],
  );
}

const eraseUser = (erasure: ErasureRow) =>
  advanceErasure(db, { id: erasure.id, step: 'identity' }, eraseIdentity);

async function eraseAll({ id }: ErasureRow): Promise<void> {
  const noFiles = async () => ({ erased: {}, isDone: true });
  await advanceErasure(db, { id, step: 'identity' }, eraseIdentity);
  await advanceErasure(db, { id, step: 'files' }, noFiles);
  await advanceErasure(db, { id, step: 'generations' }, eraseGenerations);
  await advanceErasure(db, { id, step: 'generations' }, eraseGenerations);
  const last = await advanceErasure(db, { id, step: 'account' }, eraseAccountRows);
  expect(last?.step).toBe('jobs');
}

const countFilms = async (userId: string) =>
  (
    await db.asOwner(
      `select from film f join film_take t on t.film_id = f.id join film_version v on v.film_id = f.id
      where f.user_id = $1`,
      [userId],
    )
  ).length;

const newSession = (userId: string) => ({
  idHash: randomUUID(),
  publicId: randomUUID(),
  userId,
  expiresAt: new Date(Date.now() + 60_000),
  authenticatedAt: null,
  address: null,
  userAgent: null,
});

describe('a user who is being erased', () => {
  const identity = (): Identity => {
    const subject = randomUUID();
    const email = `${subject}@atelier.test`;
    return { provider: 'https://one.test', subject, email, isEmailVerified: true, name: 'Ann' };
  };

  it('has no session and no file that was added meanwhile', async () => {
    const { userId, erasure } = await close();
    await eraseUser(erasure);
    const session = newSession(userId);
    await expect(insertSession(db.pool, session)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await findSession(db.pool, session.idHash)).toBeUndefined();
    const upload = { id: randomUUID(), userId, key: randomUUID(), contentType: 'image/png' };
    await expect(insertUpload(db.pool, upload)).rejects.toMatchObject({ code: 'account_closed' });
  });

  it('leaves no address in events that are written late', async () => {
    const { userId, erasure } = await close();
    await eraseUser(erasure);
    await insertAuditEvent(db.pool, {
      name: 'rate_limited',
      actor: 'user',
      actorId: userId,
      userId,
      reason: null,
      details: {},
      occurrences: 3,
      requestId: null,
      address: '192.0.2.3',
      userAgent: 'Firefox',
    });
    const late = `select occurrences, address, user_agent from audit_event where user_id = $1 and name = 'rate_limited'`;
    expect(await db.asOwner(late, [userId])).toEqual([{ occurrences: 3, address: null, user_agent: null }]);
  });

  it('keeps no identity of the sign-ins that arrive at the same time, and these end in a new account', async () => {
    const ann = identity();
    const { userId, erasure } = await close(ann);
    const joining = Array.from({ length: 10 }, (_, index) =>
      upsertUserFromIdentity(db, { ...ann, provider: `https://${index}.test` }),
    );
    const [, ...outcomes] = await Promise.allSettled([eraseUser(erasure), ...joining]);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'unavailable' });
    const left = await db.asOwner('select from oauth_account where user_id = $1', [userId]);
    expect(left).toEqual([]);
    const again = await upsertUserFromIdentity(db, ann);
    expect(again.userId).not.toBe(userId);
  });
});
