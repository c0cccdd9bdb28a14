import { randomUUID } from 'node:crypto';
import { type CutPlan, countPlanSeconds } from '@atelier/catalog/cuts';
import { emptyFilm, type FilmDocument } from '@atelier/catalog/films';
import { makeShot } from '@atelier/catalog/testing';
import {
  type CutRow,
  claimDueFilms,
  closeAccount,
  deleteExpired,
  type FilmTake,
  findGeneration,
  findLedgerProblems,
  type GenerationRow,
  insertFilmTake,
  listFilmTakes,
  listOutputs,
  listOwnCuts,
  markCutCancelled,
  markGenerationEnded,
  markTrashed,
  purgeDueTrash,
  purgeOwnTrash,
  returnDoubtful,
} from '@atelier/db';
import { joinFilm } from '@atelier/generations';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { renderNextCut } from '../cuts/render-cut.ts';
import { dispatchGeneration } from '../generations/dispatch-generation.ts';
import { finishGeneration } from '../generations/finish-generation.ts';
import { createUser, order, reach } from '../testing/make.ts';
import { openTestWorker } from '../testing/open-test-worker.ts';
import { storeUpload } from '../testing/store-upload.ts';
import { expireUploads } from '../uploads/expire-uploads.ts';
import { joinDueFilms } from './join-due-films.ts';

const worker = await openTestWorker();
const { deps } = worker;
const { pool } = deps.db;
afterEach(async () => {
  expect(await findLedgerProblems(pool)).toEqual([]);
  await pool.query(`update film set join_due_at = null`);
  await pool.query(`update cut set state = 'cancelled', finished_at = now() where finished_at is null`);
});
afterAll(() => worker.close());

type TestFilm = { id: string; userId: string; document: FilmDocument };

async function addFilm(shots: number, changes: Partial<FilmDocument> = {}): Promise<TestFilm> {
  const userId = await createUser(deps);
  const document = { ...emptyFilm, shots: Array.from({ length: shots }, () => makeShot()), ...changes };
  const id = uuidv7();
  await pool.query(
    `insert into film (id, user_id, name, document, join_due_at) values ($1, $2, 'The harbour', $3, now())`,
    [id, userId, JSON.stringify(document)],
  );
  return { id, userId, document };
}

async function askTake({ id: filmId, userId, document }: TestFilm, index: number): Promise<GenerationRow> {
  const row = await order(deps, { prompt: `Shot ${index}`, userId, costCredits: 10 });
  const shotId = document.shots[index]?.id ?? expect.fail('There is no such shot');
  await insertFilmTake(pool, { generationId: row.id, filmId, shotId, asked: '' });
  return row;
}

async function endTake(row: GenerationRow): Promise<GenerationRow> {
  await dispatchGeneration(deps, { generationId: row.id });
  const saving = await reach(deps, row, ({ stage }) => stage === 'saving');
  await finishGeneration(deps, { generationId: row.id }, { isLastAttempt: false });
  return saving;
}

const failTake = ({ id: generationId }: GenerationRow) =>
  markGenerationEnded(pool, {
    generationId,
    status: 'failed',
    chargeCredits: 0,
    error: { code: 'timeout', detail: '' },
  });

/** A film whose shots have good takes. */
async function addMadeFilm(shots = 2, changes: Partial<FilmDocument> = {}): Promise<TestFilm> {
  const film = await addFilm(shots, changes);
  for (const index of film.document.shots.keys()) await endTake(await askTake(film, index));
  return film;
}

async function sweepNow({ id }: TestFilm): Promise<void> {
  await pool.query(`update film set join_due_at = now() where id = $1`, [id]);
  await joinDueFilms(deps);
}

async function save(film: TestFilm, changes: Partial<FilmDocument>): Promise<void> {
  await pool.query(
    `update film set document = $2, revision = revision + 1, join_due_at = now() where id = $1`,
    [film.id, JSON.stringify({ ...film.document, ...changes })],
  );
}

type FilmState = {
  cut_id: string | null;
  joined: string | null;
  generation_id: string | null;
  join_due_at: Date | null;
};

async function read({ id }: TestFilm): Promise<FilmState> {
  const { rows } = await pool.query<FilmState>('select * from film where id = $1', [id]);
  return rows[0] ?? expect.fail('It is gone');
}

const listCuts = ({ userId }: TestFilm): Promise<CutRow[]> => listOwnCuts(pool, userId);
const listTakes = async ({ id }: TestFilm): Promise<FilmTake[]> => (await listFilmTakes(pool, id)).takes;
const listAddresses = (cut: CutRow | undefined) =>
  (cut?.plan as CutPlan | undefined)?.clips.map(({ url }) => url) ?? [];
const countEvents = ({ id }: TestFilm) =>
  worker.events.filter(({ name, body }) => name === 'film:changed' && body.id === id).length;

describe('a film', () => {
  it('is joined once, when its last take has ended', async () => {
    const film = await addFilm(3);
    const takes = [await askTake(film, 0), await askTake(film, 1), await askTake(film, 2)];
    const [first, second, third] = takes as [GenerationRow, GenerationRow, GenerationRow];
    await endTake(first);
    await endTake(third);
    await sweepNow(film);
    expect(await listCuts(film)).toEqual([]);
    expect(await read(film)).toMatchObject({ cut_id: null, join_due_at: expect.any(Date) });
    await endTake(second);
    await sweepNow(film);
    const [cut] = await listCuts(film);
    expect(await read(film)).toMatchObject({ cut_id: cut?.id, join_due_at: null, generation_id: null });
    await sweepNow(film);
    expect(await listCuts(film)).toHaveLength(1);

    await renderNextCut(deps);
    const { generation_id: resultId } = await read(film);
    const result = await findGeneration(pool, resultId ?? '');
    expect(result).toMatchObject({ kind: 'cut', status: 'completed', cost: 0, prompt: 'The harbour' });
    const [output] = await listOutputs(pool, resultId ?? '');
    expect(output?.duration_seconds).toBeCloseTo(countPlanSeconds(cut?.plan as CutPlan), 0);
    const { rows: parts } = await pool.query(
      'select source_id from generation_source where generation_id = $1',
      [resultId],
    );
    expect(parts.map((part) => part.source_id).toSorted()).toEqual(takes.map(({ id }) => id).toSorted());
    expect(countEvents(film)).toBe(2);
    await sweepNow(film);
    expect(await listCuts(film)).toHaveLength(1);
  });

  it('is joined once by many workers, and by one that takes over after a kill', async () => {
    const film = await addMadeFilm();
    await Promise.all([joinDueFilms(deps), joinDueFilms(deps), joinDueFilms(deps)]);
    expect(await listCuts(film)).toHaveLength(1);
    await sweepNow(film);
    expect(await listCuts(film)).toHaveLength(1);

    const other = await addMadeFilm();
    const [due] = await claimDueFilms(pool);
    if (!due) expect.fail('It is not due');
    expect(await claimDueFilms(pool)).toEqual([]);
    await Promise.all([joinFilm(deps, due), joinFilm(deps, due), joinFilm(deps, due)]);
    expect(await listCuts(other)).toHaveLength(1);
  });

  it('is not joined by a worker that has looked at it before it became due again', async () => {
    const film = await addMadeFilm();
    const [stale] = await claimDueFilms(pool);
    await save(film, { shots: film.document.shots.toReversed() });
    await joinFilm(deps, stale ?? expect.fail('It is not due'));
    expect(await listCuts(film)).toEqual([]);
    expect((await read(film)).join_due_at).not.toBeNull();
    await joinDueFilms(deps);
    expect(await listCuts(film)).toHaveLength(1);
  });

  it('keeps its cut when the queue cannot be reached', async () => {
    const film = await addMadeFilm();
    const enqueue = vi.spyOn(deps.producer, 'enqueue').mockRejectedValue(new Error('away'));
    await joinDueFilms(deps);
    enqueue.mockRestore();
    const [cut] = await listCuts(film);
    expect(await read(film)).toMatchObject({ cut_id: cut?.id, join_due_at: null });
    await renderNextCut(deps);
    expect((await read(film)).generation_id).not.toBeNull();
  });

  it('waits for a good take of the shot whose take has failed', async () => {
    const film = await addFilm(2);
    const [first, second] = [await askTake(film, 0), await askTake(film, 1)];
    await endTake(first);
    await failTake(second);
    await sweepNow(film);
    expect(await listCuts(film)).toEqual([]);
    expect(await read(film)).toMatchObject({ cut_id: null, join_due_at: null });
    await endTake(await askTake(film, 1));
    await sweepNow(film);
    expect(await listCuts(film)).toHaveLength(1);
  });

  it('is not held up by a take of a shot that it has no more', async () => {
    const film = await addMadeFilm();
    const removed = await askTake(film, 1);
    await sweepNow(film);
    expect(await listCuts(film)).toEqual([]);
    await save(film, { shots: film.document.shots.slice(0, 1) });
    await joinDueFilms(deps);
    expect(await listCuts(film)).toHaveLength(1);
    await failTake(removed);
  });

  it('is joined again when its order changes, and the older joining is cancelled', async () => {
    const film = await addMadeFilm();
    await joinDueFilms(deps);
    const { cut_id: olderId } = await read(film);
    await save(film, { shots: film.document.shots.toReversed() });
    await joinDueFilms(deps);
    const [newer, older] = await listCuts(film);
    expect([newer?.state, older?.state]).toEqual(['waiting', 'cancelled']);
    expect(older?.id).toBe(olderId);
    expect(listAddresses(newer)).toEqual(listAddresses(older).toReversed());
    // The film is as it was first: a third cut is made, although there was one of the same plan.
    await save(film, {});
    await joinDueFilms(deps);
    expect((await listCuts(film)).map(({ state }) => state)).toEqual(['waiting', 'cancelled', 'cancelled']);
  });

  it('is joined again on request when its cut was cancelled or its result was deleted', async () => {
    const film = await addMadeFilm();
    await joinDueFilms(deps);
    await markCutCancelled(pool, (await read(film)).cut_id ?? '', film.userId);
    await sweepNow(film);
    expect((await listCuts(film)).map(({ state }) => state)).toEqual(['waiting', 'cancelled']);
    await renderNextCut(deps);
    const { generation_id: resultId } = await read(film);
    await markTrashed(pool, { userId: film.userId, ids: [resultId ?? ''], hasFilesDeleted: true });
    await sweepNow(film);
    expect((await listCuts(film))[0]).toMatchObject({ state: 'waiting' });
  });

  it('is joined while nothing is left of its last cut but the result', async () => {
    const film = await addMadeFilm();
    await joinDueFilms(deps);
    await renderNextCut(deps);
    const expire = `update cut set finished_at = now() - interval '25 hours' where user_id = $1`;
    await pool.query(expire, [film.userId]);
    await deleteExpired(pool);
    await sweepNow(film);
    expect(await listCuts(film)).toEqual([]);
    expect(await read(film)).toMatchObject({ cut_id: null, joined: expect.any(String), join_due_at: null });

    await save(film, { shots: film.document.shots.toReversed() });
    await joinDueFilms(deps);
    await markCutCancelled(pool, (await read(film)).cut_id ?? '', film.userId);
    await pool.query(expire, [film.userId]);
    await deleteExpired(pool);
    expect(await read(film)).toMatchObject({ cut_id: null, joined: null });
  });

  it('waits while its user has too many cuts open', async () => {
    const film = await addMadeFilm();
    for (let count = 0; count < 5; count += 1)
      await pool.query(`insert into cut (id, user_id, plan) values ($1, $2, '{}')`, [uuidv7(), film.userId]);
    await joinDueFilms(deps);
    expect(await listCuts(film)).toHaveLength(5);
    expect(await read(film)).toMatchObject({ cut_id: null, join_due_at: expect.any(Date) });
    await pool.query(`update cut set state = 'cancelled', finished_at = now() where user_id = $1`, [
      film.userId,
    ]);
    await sweepNow(film);
    expect((await read(film)).cut_id).not.toBeNull();
  });

  it('is never joined with a sound of another user', async () => {
    const stranger = await addMadeFilm(1);
    const [theirs] = await listTakes(stranger);
    const url = `/media/${theirs?.output?.storageKey}`;
    const film = await addMadeFilm(1, { sound: { url, mode: 'replace', volume: 1 } });
    await joinDueFilms(deps);
    const [cut] = await listCuts(film);
    expect(cut).toMatchObject({ state: 'failed', error_code: 'file_not_found' });
    const [mine] = await listTakes(film);
    const own = `${deps.settings.publicUrl}/media/${mine?.output?.storageKey}`;
    await save(film, { sound: { url: own, mode: 'add', volume: 1 } });
    await joinDueFilms(deps);
    const [newest] = await listCuts(film);
    expect(newest).toMatchObject({ state: 'waiting' });
    expect(newest?.plan).toMatchObject({ sound: { url: `/media/${mine?.output?.storageKey}` } });
    expect(newest?.sources).toContainEqual({ relation: 'input', field: 'sound', outputId: mine?.output?.id });
  });

  it('that is deleted while it is joined leaves no trace of itself, and its joining still ends', async () => {
    const film = await addMadeFilm();
    const [due] = await claimDueFilms(pool);
    await pool.query('delete from film where id = $1', [film.id]);
    await joinFilm(deps, due ?? expect.fail('It is not due'));
    expect(await listCuts(film)).toEqual([]);

    const other = await addMadeFilm();
    await joinDueFilms(deps);
    await pool.query('delete from film where id = $1', [other.id]);
    await renderNextCut(deps);
    expect((await listCuts(other))[0]).toMatchObject({ state: 'completed' });
    expect(await listTakes(other)).toEqual([]);
  });

  it('is not joined any more when its account is closed', async () => {
    const film = await addMadeFilm();
    const [due] = await claimDueFilms(pool);
    await closeAccount(deps.db, { userId: film.userId, token: randomUUID(), days: 1 });
    await joinFilm(deps, due ?? expect.fail('It is not due'));
    await joinDueFilms(deps);
    expect(await listCuts(film)).toEqual([]);
    expect((await read(film)).join_due_at).toBeNull();
  });
});

describe('a take in the trash', () => {
  const isPurged = async (id: string) => (await findGeneration(pool, id))?.purged_at !== null;

  it('stays while its film lives, and goes with it', async () => {
    const film = await addFilm(2);
    const [good, failed] = [await askTake(film, 0), await askTake(film, 1)];
    await endTake(good);
    await failTake(failed);
    const { userId } = film;
    await markTrashed(pool, { userId, ids: [good.id, failed.id], hasFilesDeleted: true });
    await pool.query(`update generation set deleted_at = now() - interval '99 days' where user_id = $1`, [
      userId,
    ]);
    const old = { days: 30, limit: 1 };
    expect(await purgeDueTrash(pool, old)).toEqual([failed.id]);
    expect(await purgeDueTrash(pool, old)).toEqual([]);
    expect(await purgeOwnTrash(pool, { userId, ids: [good.id], limit: 10 })).toEqual([]);
    expect(await purgeOwnTrash(pool, { userId, limit: 10 })).toEqual([]);
    expect(await listTakes(film)).toMatchObject([{ id: good.id, state: 'good' }]);
    await pool.query('delete from film where id = $1', [film.id]);
    expect(await purgeDueTrash(pool, old)).toEqual([good.id]);
    expect(await isPurged(good.id)).toBe(true);
  });

  it('goes at once when its credits were returned', async () => {
    const film = await addMadeFilm(1);
    const [take] = await listTakes(film);
    const id = take?.id ?? '';
    await pool.query(`update generation set doubt = 'blank', doubtful_outputs = 1 where id = $1`, [id]);
    await returnDoubtful(deps.db, (await findGeneration(pool, id)) ?? expect.fail('It is gone'));
    expect(await isPurged(id)).toBe(true);
    expect(await listTakes(film)).toEqual([]);
  });
});

describe('an upload that a film names', () => {
  it('stays while the film names it', async () => {
    const film = await addMadeFilm(1);
    const { userId } = film;
    const [named, other] = await Promise.all(
      ['first', 'second'].map((word) =>
        storeUpload(deps, userId, { content: Buffer.from(word), contentType: 'image/png' }),
      ),
    );
    const [shot] = film.document.shots;
    await save(film, { shots: [makeShot({ ...shot, first_url: `/media/${named}` })] });
    const isKept = async (key = '') =>
      (await pool.query('select from upload where storage_key = $1', [key])).rowCount === 1;
    const expire = async () => {
      await pool.query(`update upload set touched_at = now() - interval '25 hours' where user_id = $1`, [
        userId,
      ]);
      await expireUploads(deps);
    };
    await expire();
    expect([await isKept(named), await isKept(other)]).toEqual([true, false]);
    await save(film, {});
    await expire();
    expect(await isKept(named)).toBe(false);
  });
});
