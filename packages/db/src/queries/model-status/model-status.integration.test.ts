import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDb } from '../../testing/open-test-db.ts';
import { createUser, reserve } from '../../testing/samples.ts';
import { markProgress } from '../generations/provider/progress.ts';
import { bucketValue, countEnds } from './count-ends.ts';
import { countRecentEnds, readEnds } from './read-ends.ts';

const db = await openTestDb();
afterAll(() => db.drop());

type Ended = {
  kind: string;
  status?: string;
  code?: string | null;
  /** Seconds before now. */
  ago?: number;
  wait?: number;
  run?: number;
  /** Seconds promised when the provider accepted it. */
  about?: number;
  most?: number | null;
  /** Seconds promised to each tenth before the submission. */
  tenth?: number | null;
  /** Seconds before its end that the model's last message came. */
  messageBefore?: number;
};

async function end(userId: string, { kind, ...given }: Ended): Promise<void> {
  const {
    status = 'completed',
    code = null,
    ago = 120,
    wait = 2,
    run = 30,
    about = 30,
    most = null,
    tenth = null,
  } = given;
  const id = randomUUID();
  await db.asOwner(
    `insert into generation (id, user_id, kind, medium, status, prompt, model, input, cost, settled, released, stage,
                             expected_seconds, provider_endpoint, created_at, submitted_at, generating_at, finished_at,
                             next_check_at, deadline_at, error_code, accepted_seconds, accepted_most_seconds, promised_deciles)
     select $1, $2, $3, 'video', $4, '', 'm', '{}', 10, case $4 when 'completed' then 10 else 0 end,
            case $4 when 'completed' then 0 else 10 end, 'done', 30, 'e', ended - make_interval(secs => $6::float8 + $7::float8),
            ended - make_interval(secs => $7), ended - make_interval(secs => $7), ended, now(), now(), $9, $8, $10,
            (select array_agg(step * $11::real order by step) from generate_series(1, 9) as step where $11::real is not null)
       from (select now() - make_interval(secs => $5) as ended) as moment`,
    [id, userId, kind, status, ago, wait, run, about, code, most, tenth],
  );
  if (given.messageBefore === undefined) return;
  await db.asOwner(
    `insert into provider_event (provider_request_id, kind, body_sha256, generation_id, received_at)
     select $1::text, 'result', sha256('x'), $1::uuid, finished_at - make_interval(secs => $2) from generation where id = $1::uuid`,
    [id, given.messageBefore],
  );
}

/** Counts until only the last minute is left. */
async function countAll(kinds: readonly string[]): Promise<void> {
  let countedTo: Date | undefined;
  do countedTo = await countEnds(db.pool, kinds);
  while (countedTo && countedTo.getTime() < Date.now() - 70_000);
}

let user: string;
beforeEach(async () => {
  user = await createUser(db);
  await db.asOwner('delete from kind_hour');
  await db.asOwner(`update kind_hour_mark set counted_to = now() - interval '7 days'`);
});

describe('the ends of a kind', () => {
  it('are counted by how they ended, with what they took, over a day and over a week', async () => {
    const kind = `kind ${randomUUID()}`;
    for (const run of [10, 20, 30, 40, 400]) await end(user, { kind, wait: 4, run, about: 20, most: 100 });
    await end(user, { kind, status: 'failed', code: 'provider_failed', messageBefore: 3 });
    await end(user, { kind, status: 'failed', code: 'content_policy' });
    await end(user, { kind, status: 'cancelled' });
    await end(user, { kind, ago: 2 * 86_400, run: 100 });
    await countAll([kind]);
    const found = (await readEnds(db.pool)).get(kind);
    expect(found?.day).toMatchObject({ completed: 5, failed: 1, refused: 1, cancelled: 1, returned: 2 });
    expect(found?.week).toMatchObject({ completed: 6, failed: 1 });
    const near = (seconds: number) => (value: number | undefined) =>
      value !== undefined && value > seconds / 1.06 && value < seconds * 1.06;
    expect(found?.day.waitSeconds?.p50).toSatisfy(near(4));
    expect(found?.day.runSeconds?.p50).toSatisfy(near(30));
    expect(found?.day.runSeconds?.p95).toSatisfy(near(400));
    expect(found?.day.kept).toEqual({ typical: 2 / 5, most: 4 / 5 });
    // Nothing was promised to the one of two days ago.
    expect(found?.week.kept).toEqual(found?.day.kept);
    expect(found?.day.backSeconds?.p95).toSatisfy(near(3));
  });

  it('are counted by the tenth of what was promised before, from the start of each with its wait', async () => {
    const kind = `kind ${randomUUID()}`;
    for (const run of [1, 25, 25, 55, 92, 800]) await end(user, { kind, wait: 5, run, tenth: 10 });
    await end(user, { kind });
    await end(user, { kind, status: 'failed', code: 'timeout', tenth: 10 });
    await countAll([kind]);
    expect((await readEnds(db.pool)).get(kind)?.day.tenths).toEqual([1, 0, 0, 2, 0, 0, 1, 0, 0, 2]);
    const other = `kind ${randomUUID()}`;
    await end(user, { kind: other });
    await countAll([other]);
    expect((await readEnds(db.pool)).get(other)?.day.tenths).toBeUndefined();
  });

  it('are counted with refunds by when these were made, each once, and without those of no generation', async () => {
    const { id, kind } = await reserve(db, await createUser(db, 300));
    const refund = `insert into ledger_entry (user_id, kind, d_available, d_held, available_after, held_after, entry_key,
                                              generation_id, reason, actor, created_at)
      select user_id, 'refund', 10, 0, 10, 0, $2, case when $3::boolean then id end, 'requested', 'system',
             now() - interval '30 minutes' from generation where id = $1`;
    const { refunded = 0 } = (await readEnds(db.pool)).get(kind)?.day ?? {};
    await db.asOwner(refund, [id, `refund:${randomUUID()}`, true]);
    await db.asOwner(refund, [id, `refund:${randomUUID()}`, false]);
    await countAll([kind]);
    await countAll([kind]);
    expect((await readEnds(db.pool)).get(kind)?.day).toMatchObject({ refunded: refunded + 1, returned: 0 });
  });

  it('say nothing of how soon credits were back where it is not known when the model had failed', async () => {
    const kind = `kind ${randomUUID()}`;
    await end(user, { kind, status: 'failed', code: 'submission_lost' });
    await countAll([kind]);
    expect((await readEnds(db.pool)).get(kind)?.day).toMatchObject({ returned: 1, backSeconds: undefined });
  });

  it('are counted once by ten processes at a time', async () => {
    const kind = `kind ${randomUUID()}`;
    for (let index = 0; index < 20; index += 1) await end(user, { kind });
    await Promise.all(Array.from({ length: 10 }, () => countAll([kind])));
    await countAll([kind]);
    expect((await readEnds(db.pool)).get(kind)?.day.completed).toBe(20);
  });

  it('are not counted in the minute in which they may still be committed', async () => {
    const kind = `kind ${randomUUID()}`;
    await end(user, { kind, ago: 20 });
    await countAll([kind]);
    expect((await readEnds(db.pool)).get(kind)).toBeUndefined();
  });

  it('leave the table after eight days', async () => {
    await db.asOwner(
      `insert into kind_hour (kind, hour, what, bucket, count) values ('old', now() - interval '9 days', 'completed', 0, 1)`,
    );
    await countAll([]);
    expect(await db.asOwner(`select kind from kind_hour where kind = 'old'`)).toEqual([]);
  });
});

describe('the wait of a generation', () => {
  it('ends when its model is first seen at work', async () => {
    const { id } = await reserve(db, await createUser(db, 300));
    await db.asOwner(`update generation set status = 'processing', stage = 'queued' where id = $1`, [id]);
    const queued = { stage: 'queued', queuePosition: 3, percent: null } as const;
    expect(await markProgress(db.pool, id, queued)).toMatchObject({ generating_at: null });
    const working = { stage: 'generating', queuePosition: null } as const;
    const first = await markProgress(db.pool, id, { ...working, percent: 10 });
    expect(first?.generating_at).toBeInstanceOf(Date);
    const second = await markProgress(db.pool, id, { ...working, percent: 60 });
    expect(second?.generating_at).toEqual(first?.generating_at);
  });
});

describe('the expectation of a generation', () => {
  it('is renewed when its place changes and when its model begins, and the promises stay as they were', async () => {
    const { id } = await reserve(db, await createUser(db, 300));
    await db.asOwner(
      `update generation set status = 'processing', stage = 'queued', submitted_at = now() - interval '100 seconds',
              queue_position = 5, accepted_seconds = 50, accepted_most_seconds = 60,
              promised_deciles = array[1, 2, 3, 4, 5, 6, 7, 8, 9] where id = $1`,
      [id],
    );
    const left = { typicalSeconds: 20, mostSeconds: 30 };
    const queued = { stage: 'queued', queuePosition: 2, percent: null, left } as const;
    const moved = await markProgress(db.pool, id, queued);
    expect(moved?.expected_seconds).toBeCloseTo(120, 0);
    expect(moved?.expected_most_seconds).toBeCloseTo(130, 0);
    const working = { stage: 'generating', queuePosition: null } as const;
    const more = { typicalSeconds: 1, mostSeconds: 2 };
    const begun = await markProgress(db.pool, id, { ...working, percent: null, left: more });
    expect(begun?.expected_seconds).toBeCloseTo(101, 0);
    const further = await markProgress(db.pool, id, { ...working, percent: 40, left });
    expect(further).toMatchObject({
      percent: 40,
      expected_seconds: begun?.expected_seconds,
      accepted_seconds: 50,
      accepted_most_seconds: 60,
      promised_deciles: [1, 2, 3, 4, 5, 6, 7, 8, 9],
    });
  });

  it('stays where nothing more is known than before', async () => {
    const { id } = await reserve(db, await createUser(db, 300));
    await db.asOwner(
      `update generation set status = 'processing', stage = 'queued', submitted_at = now() where id = $1`,
      [id],
    );
    const queued = { stage: 'queued', queuePosition: null, percent: 3, left: null } as const;
    expect(await markProgress(db.pool, id, queued)).toMatchObject({ expected_seconds: 60 });
  });
});

describe('the last ten ends of a kind', () => {
  it('say how many failed by the fault of the model, within the last hour', async () => {
    const [bad, good, old] = [`bad ${randomUUID()}`, `good ${randomUUID()}`, `old ${randomUUID()}`];
    for (let index = 0; index < 9; index += 1) await end(user, { kind: bad, ago: 60 + index });
    for (let index = 0; index < 3; index += 1)
      await end(user, { kind: bad, status: 'failed', code: 'timeout', ago: 10 + index });
    await end(user, { kind: bad, status: 'cancelled', ago: 5 });
    await end(user, { kind: good, status: 'failed', code: 'content_policy' });
    await end(user, { kind: old, status: 'failed', code: 'timeout', ago: 4_000 });
    const found = await countRecentEnds(db.pool, [bad, good, old]);
    expect(found.toSorted((a, b) => a.total - b.total)).toEqual([
      { kind: good, failed: 0, total: 1 },
      { kind: bad, failed: 3, total: 10 },
    ]);
  });
});

it('a bucket is a tenth longer than the one before', () => {
  expect(bucketValue(24) / bucketValue(23)).toBeCloseTo(1.1);
});
