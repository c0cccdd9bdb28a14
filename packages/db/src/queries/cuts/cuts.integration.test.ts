import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { openTestDb } from '../../testing/open-test-db.ts';
import { createUser, newGeneration, reserve } from '../../testing/samples.ts';
import { inTransaction } from '../../transaction.ts';
import { insertOutput } from '../generations/outputs.ts';
import { deleteExpired } from '../generations/sweep.ts';
import { findGenerationCounts } from '../library/generation-counts.ts';
import { listLineage } from '../lineage/lineage.ts';
import { getBalance } from '../money/balance.ts';
import { CutGoneError, completeCut } from './complete-cut.ts';
import {
  claimNextCut,
  findCutOfRequest,
  findOwnCut,
  giveBackCut,
  insertCut,
  listDueCuts,
  listOwnCuts,
  markCutCancelled,
  markCutFailed,
  renewCut,
} from './cuts.ts';

const db = await openTestDb(10);
afterAll(() => db.drop());
afterEach(async () => {
  expect(await db.ledgerProblems()).toEqual([]);
  await db.asOwner(`delete from cut`);
});

const clip = {
  url: '/media/u/a.mp4',
  start: 0,
  end: 2,
  speed: 1,
  is_reversed: false,
  repeats: 1,
  fit: 'contain',
  focus_x: 0.5,
  focus_y: 0.5,
  volume: 1,
  fade_in: 0,
  fade_out: 0,
} as const;
const plan = { clips: [clip], shape: 'source', sound: null, caption: '', poster_seconds: null } as const;

type Given = { requestId?: string; maxOpen?: number; sources?: Parameters<typeof insertCut>[1]['sources'] };

const addCut = (userId: string, { requestId, maxOpen = 5, sources = [] }: Given = {}) =>
  insertCut(db.pool, {
    id: uuidv7(),
    userId,
    requestId: requestId ?? null,
    plan: { ...plan, clips: [clip] },
    sources,
    projectId: null,
    maxOpen,
  });

async function addClaimed(userId: string, given: Given = {}) {
  expect(await addCut(userId, given)).toBeDefined();
  return (await claimNextCut(db.pool)) ?? expect.fail('It cannot be claimed');
}

function toResult(userId: string, sources: NonNullable<Given['sources']> = []) {
  const generation = newGeneration(userId, {
    kind: 'cut',
    model: 'cut',
    costCredits: 0,
    providerEndpoint: '',
    width: null,
    height: null,
    input: plan,
    sources,
  });
  const output = {
    id: uuidv7(),
    generation_id: generation.id,
    position: 0,
    content_type: 'video/mp4',
    storage_key: `u/${generation.id}.mp4`,
    width: 640,
    height: 360,
  };
  return { generation, output };
}

/** Ends the lease of a run whose process is gone. */
const fallSilent = (id: string, seconds = 1) =>
  db.asOwner('update cut set next_check_at = now() - make_interval(secs => $2) where id = $1', [id, seconds]);

const complete = (cut: Parameters<typeof completeCut>[1], result: ReturnType<typeof toResult>) =>
  inTransaction(db, (on) => completeCut(on, cut, result));

describe('a cut', () => {
  it('is one of few open ones of its user, and one for its request', async () => {
    const [userId, other] = [await createUser(db), await createUser(db)];
    const requestId = randomUUID();
    const first = await addCut(userId, { requestId, maxOpen: 2 });
    expect(first).toMatchObject({ state: 'waiting', percent: null, plan });
    expect(await addCut(userId, { requestId, maxOpen: 2 })).toBeUndefined();
    expect(await findCutOfRequest(db.pool, userId, requestId)).toEqual(first);
    await addCut(userId, { maxOpen: 2 });
    expect(await addCut(userId, { maxOpen: 2 })).toBeUndefined();
    expect(await addCut(other, { requestId, maxOpen: 2 })).toBeDefined();
    expect(await findOwnCut(db.pool, first?.id ?? '', other)).toBeUndefined();
    expect(await listOwnCuts(db.pool, userId)).toHaveLength(2);
  });

  it('is rendered by one process, until that one is silent', async () => {
    const cut = await addClaimed(await createUser(db));
    expect(await claimNextCut(db.pool)).toBeUndefined();
    expect(await renewCut(db.pool, cut, 40)).toMatchObject({ percent: 40, revision: 3 });
    expect(await renewCut(db.pool, cut, 40)).toMatchObject({ revision: 3 });
    await fallSilent(cut.id);
    expect((await listDueCuts(db.pool)).map(({ id }) => id)).toContain(cut.id);
    expect(await claimNextCut(db.pool)).toMatchObject({ run: 2, percent: 0 });
    expect(await renewCut(db.pool, cut, 50)).toBeUndefined();
    expect(await markCutFailed(db.pool, cut, 'internal_error')).toBeUndefined();
  });

  it('is the next one of the user who had the fewest lately', async () => {
    const [many, few] = [await createUser(db), await createUser(db)];
    for (let count = 0; count < 3; count += 1) await addCut(many);
    await addCut(few);
    const claimed = [];
    for (let count = 0; count < 4; count += 1) claimed.push((await claimNextCut(db.pool))?.user_id);
    expect(claimed).toEqual([many, few, many, many]);
  });

  it('is tried again ever later, and given up at last, when its processes die, but not when it was given back', async () => {
    const { id } = await addClaimed(await createUser(db));
    for (let run = 1; run < 9; run += 1) {
      await giveBackCut(db.pool, { id, run }, 0);
      expect(await claimNextCut(db.pool)).toMatchObject({ run: run + 1, crashes: 1 });
    }
    const pauses = [0, 0, 0, 1, 2, 4, 8, 15, 15];
    for (const [index, minutes] of pauses.entries()) {
      if (minutes > 0) {
        await fallSilent(id, 60 * minutes - 1);
        expect(await claimNextCut(db.pool)).toBeUndefined();
        expect((await listDueCuts(db.pool)).map((cut) => cut.id)).not.toContain(id);
      }
      await fallSilent(id, 60 * minutes + 1);
      expect(await claimNextCut(db.pool)).toMatchObject({ crashes: index + 2 });
    }
    await fallSilent(id, 3_600);
    expect(await claimNextCut(db.pool)).toBeUndefined();
    const due = (await listDueCuts(db.pool)).find((cut) => cut.id === id);
    expect(due).toMatchObject({ is_crashing: true });
    const failed = await markCutFailed(db.pool, due ?? expect.fail('It is not due'), 'media_unreadable');
    expect(failed).toMatchObject({ state: 'failed', error_code: 'media_unreadable' });
  });

  it('becomes a video that costs nothing, with its sources, once', async () => {
    const userId = await createUser(db, 1_000);
    const source = await reserve(db, userId);
    const outputId = uuidv7();
    await insertOutput(db.pool, {
      id: outputId,
      generation_id: source.id,
      position: 0,
      content_type: 'video/mp4',
      storage_key: `u/${outputId}.mp4`,
    });
    const sources = [{ relation: 'input', field: 'clips', outputId } as const];
    const cut = await addClaimed(userId, { sources });
    const before = await getBalance(db.pool, userId);
    const counts = await findGenerationCounts(db.pool, userId);
    const done = await complete(cut, toResult(userId, sources));
    expect(done.cut).toMatchObject({ state: 'completed', generation_id: done.generation.id });
    expect(done.generation).toMatchObject({ status: 'completed', cost: 0, settled: 0, width: 640 });
    expect(await getBalance(db.pool, userId)).toEqual(before);
    expect((await findGenerationCounts(db.pool, userId)).video).toBe(counts.video + 1);
    const { parents } = await listLineage(db.pool, done.generation.id, userId);
    expect(parents.map(({ id, field }) => [id, field])).toEqual([[source.id, 'clips']]);
    await expect(complete(cut, toResult(userId))).rejects.toThrow(CutGoneError);
    expect((await findGenerationCounts(db.pool, userId)).video).toBe(counts.video + 1);
  });

  it('leaves nothing behind when it was cancelled while it was rendered', async () => {
    const userId = await createUser(db, 100);
    const cut = await addClaimed(userId);
    expect(await markCutCancelled(db.pool, cut.id, await createUser(db))).toBeUndefined();
    expect(await markCutCancelled(db.pool, cut.id, userId)).toMatchObject({ state: 'cancelled' });
    expect(await markCutCancelled(db.pool, cut.id, userId)).toBeUndefined();
    await expect(complete(cut, toResult(userId))).rejects.toThrow(CutGoneError);
    expect((await findGenerationCounts(db.pool, userId)).video).toBe(0);
  });

  it('is forgotten a day after its end, and an open one never', async () => {
    const userId = await createUser(db);
    const [old, open] = [await addClaimed(userId), await addClaimed(userId)];
    await markCutCancelled(db.pool, old.id, userId);
    await db.asOwner(
      `update cut set finished_at = finished_at - interval '25 hours', created_at = created_at - interval '9 days'
        where user_id = $1 and finished_at is not null`,
      [userId],
    );
    await deleteExpired(db.pool);
    expect((await listOwnCuts(db.pool, userId)).map(({ id }) => id)).toEqual([open.id]);
  });

  it('is the only kind of generation that may be free', async () => {
    const userId = await createUser(db, 100);
    const { generation, output } = toResult(userId);
    const cut = await addClaimed(userId);
    const other = { generation: { ...generation, kind: 'text-to-video' }, output };
    await expect(complete(cut, other)).rejects.toMatchObject({ constraint: 'generation_cost_check' });
  });
});
