import { randomBytes, randomUUID } from 'node:crypto';
import type { BreakerSubject } from '@atelier/contract';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestDb } from '../../testing/open-test-db.ts';
import { createRandom } from '../../testing/random.ts';
import { createKey, createUser, type newGeneration, reserve, sha256 } from '../../testing/samples.ts';
import { noteVerdict, rampBreakers } from '../breakers/breakers.ts';
import { repeatWhileLocked } from '../line/repeat-while-locked.ts';
import { startWaiting } from '../line/start-waiting.ts';
import { getBalance } from '../money/balance.ts';
import { listLedgerGroups } from '../money/ledger-groups.ts';
import { listReturnedCredits } from '../money/ledger-list.ts';
import { getSpending, listDaySpending, setDailyCap } from '../money/spending.ts';
import { endWaiting } from './end/end-waiting.ts';
import { markGenerationEnded } from './end/mark-generation-ended.ts';
import { acceptProviderEvent } from './provider/provider-event.ts';
import { returnToLine } from './provider/return-to-line.ts';
import { claimSubmission, reopenSubmission } from './provider/submission.ts';
import { listConsentedStandIns, type StandIn, standIn } from './stand-in.ts';

const db = await openTestDb(20);
const down = 'text-to-video';
const other = 'hailuo';
const open = (subject: BreakerSubject) =>
  noteVerdict(db.pool, { subject, code: 'model_gone', detail: null }, 1);
beforeEach(() => open(`kind:${down}`));
afterEach(async () => {
  await db.asOwner('delete from provider_breaker');
  expect(await db.ledgerProblems()).toEqual([]);
});
afterAll(() => db.drop());

const replacement = (id: string, changes: Partial<StandIn> = {}): StandIn => ({
  id,
  fromKind: down,
  kind: other,
  model: 'hailuo-02',
  mode: 'image',
  prompt: 'A paper boat',
  negativePrompt: '',
  width: 1366,
  height: 768,
  input: { prompt: 'A paper boat', duration: 6 },
  adjustments: [{ field: 'duration', from: 5, to: 6, reason: 'model_default' }],
  costCredits: 280,
  expectedSeconds: 100,
  expectedMostSeconds: 200,
  promisedDeciles: [1, 2, 3, 4, 5, 6, 7, 8, 9],
  deadlineSeconds: 2_000,
  providerEndpoint: 'fal-ai/hailuo',
  ...changes,
});
const consent = { kind: other, max_credits: 280 };
/** A generation that waits alone in its line. */
const wait = async (userId: string, changes: Parameters<typeof newGeneration>[1] = {}) =>
  reserve(db, userId, { maxRunning: 0, standIn: consent, ...changes });
const readEntries = (id: string) =>
  db.asOwner<{ kind: string; d_available: number; entry_key: string; reason: string | null }>(
    'select kind, d_available, entry_key, reason from ledger_entry where generation_id = $1 order by id',
    [id],
  );
const readRow = async (id: string) =>
  (await db.asOwner<Record<string, unknown>>('select * from generation where id = $1', [id]))[0];
const startOne = async (userId: string) => (await startWaiting(db.pool, { userId, maxRunning: 5 }))[0];

describe('a stand-in', () => {
  it('is the same generation in its place, of another kind, with a hold of its own', async () => {
    const userId = await createUser(db, 1_000);
    const before = await wait(userId);
    const { balance, generation } = await stoodIn(before.id);
    expect(balance).toMatchObject({ available: 720, held: 280 });
    expect(generation).toMatchObject({
      id: before.id,
      kind: other,
      model: 'hailuo-02',
      stood_in_for: down,
      cost: 280,
      status: 'waiting',
      line_place: before.line_place,
      input: { duration: 6 },
      provider_endpoint: 'fal-ai/hailuo',
      stand_in: consent,
      revision: before.revision + 1,
    });
    expect(generation.deadline_at.getTime() - generation.created_at.getTime()).toBe(2_000_000);
    expect(await readEntries(before.id)).toEqual([
      { kind: 'reserve', d_available: -300, entry_key: `reserve:${before.id}`, reason: null },
      { kind: 'release', d_available: 300, entry_key: `release:${before.id}:1`, reason: 'stand_in' },
      { kind: 'reserve', d_available: -280, entry_key: `reserve:${before.id}:2`, reason: 'stand_in' },
    ]);
  });

  it('happens once, however many ask at the same moment', async () => {
    const userId = await createUser(db, 1_000);
    const { id } = await wait(userId);
    const answers = await Promise.all(Array.from({ length: 12 }, () => standIn(db.pool, replacement(id))));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await getBalance(db.pool, userId)).toMatchObject({ available: 720, held: 280 });
  });

  it('may be stood in for again when it is down too', async () => {
    const userId = await createUser(db, 1_000);
    const { id } = await wait(userId);
    await stoodIn(id);
    await open(`kind:${other}`);
    const { generation } = await stoodIn(id, { fromKind: other, kind: 'veo', costCredits: 250 });
    expect(generation).toMatchObject({ kind: 'veo', stood_in_for: down, cost: 250 });
    expect((await readEntries(id)).map(({ entry_key }) => entry_key.replace(id, ''))).toEqual([
      'reserve:',
      'release::1',
      'reserve::2',
      'release::2',
      'reserve::3',
    ]);
  });

  it('is charged once at its own price, and only its own hold is released', async () => {
    const userId = await createUser(db, 1_000);
    const [kept, dropped] = [await wait(userId), await wait(userId)];
    await stoodIn(kept.id);
    await stoodIn(dropped.id);
    await endWaiting(db.pool, { userId, ids: [dropped.id], status: 'cancelled', error: null });
    await startOne(userId);
    await markGenerationEnded(db.pool, {
      generationId: kept.id,
      status: 'completed',
      chargeCredits: 280,
      error: null,
    });
    expect(await getBalance(db.pool, userId)).toMatchObject({ available: 720, held: 0 });
    expect(await getSpending(db.pool, userId)).toMatchObject({ spent: 280, spent_today: 280 });
    const [day] = await listDaySpending(db.pool, { userId, timeZone: 'UTC', days: 1 });
    expect(day).toMatchObject({ charged: 280, returned: 280, generations: 1 });
    expect(await listReturnedCredits(db.pool, [kept.id, dropped.id])).toMatchObject([
      { generation_id: dropped.id, credits: 280, reason: 'cancelled' },
    ]);
  });

  it('is one group of the ledger with both of its holds, in every filter', async () => {
    const userId = await createUser(db, 1_000);
    const { id } = await wait(userId);
    await stoodIn(id);
    await endWaiting(db.pool, { userId, ids: [id], status: 'cancelled', error: null });
    const since = new Date(Date.now() - 3_600_000);
    for (const filter of [{}, { kind: 'reserve' }, { kind: 'release' }, { from: since }] as const) {
      const { groups, total } = await listLedgerGroups(db, { userId, page: 1, pageSize: 9, ...filter });
      const ofId = groups.filter(({ lines }) => lines.some(({ generation_id }) => generation_id === id));
      expect(ofId).toMatchObject([{ d_available: 0, d_held: 0 }]);
      expect(ofId[0]?.lines).toHaveLength(4);
      expect(total).toBe(groups.length);
    }
  });

  it('counts on the day of its own hold, and no more on that of the first', async () => {
    const userId = await createUser(db, 1_000);
    const apiKeyId = await createKey(db, userId, { dailyBudget: 300 });
    const { id } = await wait(userId, { apiKeyId });
    await db.asOwner(`update generation set created_at = created_at - interval '1 day' where id = $1`, [id]);
    await db.asOwner('update credit_account set spent_on = spent_on - 1 where user_id = $1', [userId]);
    await db.asOwner('update api_key set spent_on = spent_on - 1 where id = $1', [apiKeyId]);
    await stoodIn(id);
    expect(await getSpending(db.pool, userId)).toMatchObject({ spent_today: 280 });
    await endWaiting(db.pool, { userId, ids: [id], status: 'cancelled', error: null });
    expect(await getSpending(db.pool, userId)).toMatchObject({ spent_today: 0 });
    const [key] = await db.asOwner<object>('select spent, spent_that_day from api_key where id = $1', [
      apiKeyId,
    ]);
    expect(key).toEqual({ spent: 0, spent_that_day: 0 });
  });
});

async function stoodIn(id: string, changes: Partial<StandIn> = {}) {
  const answer = await standIn(db.pool, replacement(id, changes));
  if (!answer.ok) throw new Error(`Not stood in: ${answer.reason}`);
  return answer;
}

describe('a stand-in is refused, and the generation goes on waiting,', () => {
  async function expectRefusal(id: string, refusal: object, changes: Partial<StandIn> = {}) {
    const before = await readRow(id);
    expect(await standIn(db.pool, replacement(id, changes))).toMatchObject({ ok: false, ...refusal });
    expect(await readRow(id)).toEqual(before);
  }
  const notHeld = { reason: 'not_held' };

  it('while its own model takes work', async () => {
    const { id } = await wait(await createUser(db, 1_000));
    await rampBreakers(db.pool, [`kind:${down}`]);
    await expectRefusal(id, notHeld);
  });

  it.each<BreakerSubject>(['account', 'provider', `kind:${other}`])(
    'while the breaker of %s holds it',
    async (subject) => {
      const { id } = await wait(await createUser(db, 1_000));
      await open(subject);
      await expectRefusal(id, notHeld);
    },
  );

  it('while an attempt of it has no certain outcome', async () => {
    const userId = await createUser(db, 1_000);
    const { id } = await wait(userId);
    await db.asOwner('delete from provider_breaker');
    await startOne(userId);
    const first = await claimSubmission(db.pool, id, randomBytes(32));
    const attempt = { generationId: id, attempt: first?.attempt ?? 0, retrySeconds: 0 };
    await reopenSubmission(db.pool, { ...attempt, state: 'unknown' });
    const second = await claimSubmission(db.pool, id, randomBytes(32));
    await open(`kind:${down}`);
    await returnToLine(db.pool, { generationId: id, attempt: second?.attempt ?? 0 });
    expect(await readRow(id)).toMatchObject({ status: 'waiting' });
    await expectRefusal(id, notHeld);
  });

  it('when it was cancelled, or has started', async () => {
    const userId = await createUser(db, 1_000);
    const [started, cancelled] = [await wait(userId), await wait(userId)];
    await db.asOwner('delete from provider_breaker');
    await startOne(userId);
    await endWaiting(db.pool, { userId, ids: [cancelled.id], status: 'cancelled', error: null });
    await open(`kind:${down}`);
    for (const { id } of [started, cancelled]) await expectRefusal(id, notHeld);
  });

  it('above the balance, with the first hold counted', async () => {
    const { id } = await wait(await createUser(db, 310));
    await expectRefusal(
      id,
      { reason: 'insufficient_credits', current: 310, required: 311 },
      { costCredits: 311 },
    );
    await stoodIn(id, { costCredits: 310 });
  });

  it('above the daily limit', async () => {
    const userId = await createUser(db, 1_000);
    const { id } = await wait(userId);
    await setDailyCap(db.pool, { userId, capCredits: 300, canRaise: true });
    await expectRefusal(id, { reason: 'daily_cap_reached', cap: 300, spent: 0 }, { costCredits: 301 });
    await stoodIn(id, { costCredits: 300 });
  });

  it.each([
    ['total', { totalBudget: 300 }],
    ['daily', { dailyBudget: 300 }],
  ])('above the %s budget of its key', async (budget, budgets) => {
    const userId = await createUser(db, 1_000);
    const { id } = await wait(userId, { apiKeyId: await createKey(db, userId, budgets) });
    await expectRefusal(id, { reason: 'key_budget_reached', budget, spent: 0 }, { costCredits: 301 });
    await stoodIn(id, { costCredits: 300 });
  });

  it('when its key has ended, the account is locked, or the other kind is closed', async () => {
    const userId = await createUser(db, 1_000);
    const apiKeyId = await createKey(db, userId);
    const { id } = await wait(userId, { apiKeyId });
    await db.asOwner('update api_key set revoked_at = now() where id = $1', [apiKeyId]);
    await expectRefusal(id, { reason: 'api_key_ended' });
    await db.asOwner('update credit_account set is_locked = true where user_id = $1', [userId]);
    await expectRefusal(id, { reason: 'account_locked' });
    await db.asOwner('update credit_account set is_locked = false where user_id = $1', [userId]);
    await db.asOwner(`insert into kind_closure (kind, operator_id, closed_at) values ('veo', $1, now())`, [
      userId,
    ]);
    await expectRefusal(id, { reason: 'kind_closed', kind: 'veo' }, { kind: 'veo' });
    await db.asOwner('delete from kind_closure');
  });
});

describe('an attempt that was given up', () => {
  it('ends nothing and is charged nothing when its webhook or a poll of it comes after all', async () => {
    const userId = await createUser(db, 1_000);
    const { id } = await wait(userId);
    await db.asOwner('delete from provider_breaker');
    await startOne(userId);
    const tokenHash = sha256('first');
    const first = await claimSubmission(db.pool, id, tokenHash);
    await open(`kind:${down}`);
    await returnToLine(db.pool, { generationId: id, attempt: 1 });
    await stoodIn(id);
    await startOne(userId);
    const second = await claimSubmission(db.pool, id, sha256('second'));
    expect([first?.attempt, second?.attempt, second?.provider_endpoint]).toEqual([1, 2, 'fal-ai/hailuo']);
    const late = {
      generationId: id,
      attempt: 1,
      providerRequestId: randomUUID(),
      bodySha256: sha256('late'),
      result: { video: { url: 'https://example.com/late.mp4' } },
      error: null,
    };
    expect(await acceptProviderEvent(db.pool, { ...late, kind: 'webhook', tokenHash })).toBeUndefined();
    expect(await acceptProviderEvent(db.pool, { ...late, kind: 'poll' })).toBeUndefined();
    expect(await readRow(id)).toMatchObject({ status: 'pending', provider_result: null });
    const own = { ...late, attempt: 2, providerRequestId: randomUUID(), tokenHash: sha256('second') };
    expect(await acceptProviderEvent(db.pool, { ...own, kind: 'webhook' })).toMatchObject({ kind: other });
  });
});

describe('listConsentedStandIns', () => {
  it('lists what waits for a model that is down with consent to one that is not, page by page', async () => {
    const userId = await createUser(db, 3_000);
    const mine = [(await wait(userId)).id, (await wait(userId)).id];
    await wait(userId, { standIn: { kind: null, max_credits: null } });
    await wait(userId, { standIn: undefined });
    await wait(userId, { kind: 'veo' });
    const list = async (afterId: string, sinceSeconds = 0) =>
      (await listConsentedStandIns(db.pool, { afterId, sinceSeconds }))
        .filter(({ user_id }) => user_id === userId)
        .map(({ id }) => id);
    const first = '00000000-0000-0000-0000-000000000000';
    expect(await list(first)).toEqual(mine);
    expect(await list(mine[0] ?? '')).toEqual(mine.slice(1));
    expect(await list(first, 60)).toEqual([]);
    await open(`kind:${other}`);
    expect(await list(first)).toEqual([]);
  });
});

it('never two holds and never two charges, whatever happens at the same moment', {
  timeout: 60_000,
  tags: 'random',
}, async () => {
  const seed = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);
  console.info(`stand-in races: seed ${seed}`);
  const random = createRandom(seed);
  const userId = await createUser(db, 100_000);
  const keys = [null, await createKey(db, userId), await createKey(db, userId)];
  for (let round = 0; round < 40; round += 1) {
    const { id } = await wait(userId, { apiKeyId: keys[random.below(3)] ?? null });
    const acts = [
      () => standIn(db.pool, replacement(id, { costCredits: 200 + random.below(200) })),
      () => standIn(db.pool, replacement(id)),
      () => open(`kind:${down}`),
      ...(random.below(2) ? [() => rampBreakers(db.pool, [`kind:${down}`])] : []),
      ...(random.below(2)
        ? [
            () =>
              repeatWhileLocked(() =>
                endWaiting(db.pool, { userId, ids: [id], status: 'cancelled', error: null }),
              ),
          ]
        : []),
      ...(random.below(2)
        ? [() => repeatWhileLocked(() => startWaiting(db.pool, { userId, maxRunning: 3 }))]
        : []),
    ];
    await Promise.all(random.shuffle(acts).map((act) => act()));
    const row = (await readRow(id)) as { status: string; cost: number };
    if (row.status === 'pending')
      await Promise.all(
        [row.cost, 0].map((chargeCredits) =>
          markGenerationEnded(db.pool, { generationId: id, status: 'completed', chargeCredits, error: null }),
        ),
      );
    if (row.status === 'waiting')
      await endWaiting(db.pool, { userId, ids: [id], status: 'cancelled', error: null });
    const entries = await readEntries(id);
    expect(entries.filter(({ kind }) => kind === 'settle').length).toBeLessThanOrEqual(1);
    expect(await getBalance(db.pool, userId)).toMatchObject({ held: 0 });
  }
});
