// The api makes the rows of a film with its generations, in one transaction; here they are written beside them, as only what
// the workers do is of interest.

import { randomUUID } from 'node:crypto';
import { emptyFilm, type FilmDocument } from '@atelier/catalog/films';
import { makeShot } from '@atelier/catalog/testing';
import { findLedgerProblems, getBalance, insertFilmTake, listFilmTakes, listOutputs } from '@atelier/db';
import { signIn } from '@atelier/dev-stack/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { email, openProcesses, type Processes, type ProcessName } from './testing/open-processes.ts';
import { createTestUser, type TestUser } from './testing/user.ts';

const workers = ['worker-1', 'worker-2'] as const;
const shotCount = 12;
const cost = 300;

describe('a film whose workers are killed again and again', () => {
  let processes: Processes;
  let user: TestUser;
  beforeAll(async () => {
    processes = await openProcesses({ redisUrl: undefined });
    await Promise.all((['api-1', ...workers] as ProcessName[]).map((name) => processes.start(name)));
    user = createTestUser(await signIn(processes.formatUrl('api-1'), email), processes.proxy.url);
  }, 120_000);
  afterAll(() => processes?.close(), 60_000);

  async function findUserId(): Promise<string> {
    const found = await processes.db.pool.query<{ id: string }>('select id from app_user where email = $1', [
      email,
    ]);
    return found.rows[0]?.id ?? expect.fail('There is no user');
  }

  async function makeFilm(userId: string): Promise<{ id: string; generationIds: string[] }> {
    const { pool } = processes.db;
    const document: FilmDocument = {
      ...emptyFilm,
      shots: Array.from({ length: shotCount }, () => makeShot()),
    };
    const id = randomUUID();
    await pool.query(`insert into film (id, user_id, name, document) values ($1, $2, 'Boats', $3)`, [
      id,
      userId,
      JSON.stringify(document),
    ]);
    const generationIds: string[] = [];
    for (const shot of document.shots) {
      const { generation } = await user.submit(processes.formatUrl('api-1'));
      await insertFilmTake(pool, { generationId: generation.id, filmId: id, shotId: shot.id, asked: '' });
      generationIds.push(generation.id);
    }
    await pool.query('update film set join_due_at = now() where id = $1', [id]);
    return { id, generationIds };
  }

  async function restart(name: ProcessName): Promise<void> {
    await processes.kill(name);
    // Skips the wait for the webhook of a submission whose worker was killed before it knew fal's answer.
    await processes.db.pool.query(
      `update generation set submit_state = 'unknown', next_check_at = now() where submit_state = 'sending'`,
    );
    await processes.start(name);
  }

  const read = async (id: string) => {
    const { rows } = await processes.db.pool.query<{ cut_id: string | null; generation_id: string | null }>(
      'select cut_id, generation_id from film where id = $1',
      [id],
    );
    return rows[0] ?? expect.fail('It is gone');
  };

  it('has each shot once, is joined once, and is charged once', {
    timeout: 400_000,
    tags: 'faults',
  }, async () => {
    const { pool } = processes.db;
    const userId = await findUserId();
    const before = await getBalance(pool, userId);
    const film = await makeFilm(userId);
    const countGood = async () =>
      (await listFilmTakes(pool, film.id)).takes.filter(({ state }) => state === 'good').length;
    const wait = { timeout: 150_000, interval: 100 };
    for (const [index, good] of [1, 4, 7, 10, shotCount].entries()) {
      await vi.waitUntil(async () => (await countGood()) >= good, wait);
      await restart(workers[index % 2 === 0 ? 0 : 1]);
    }
    await vi.waitUntil(async () => (await read(film.id)).cut_id !== null, wait);
    await Promise.all(workers.map(restart));
    await vi.waitUntil(async () => (await read(film.id)).generation_id !== null, wait);

    const { takes, spentCredits } = await listFilmTakes(pool, film.id);
    expect(takes.map(({ id }) => id).toSorted()).toEqual(film.generationIds.toSorted());
    expect(new Set(takes.map(({ shotId, state }) => `${shotId} ${state}`)).size).toBe(shotCount);
    expect(spentCredits).toBe(shotCount * cost);
    const after = await getBalance(pool, userId);
    expect([before.available - after.available, after.held]).toEqual([shotCount * cost, 0]);
    const { rows: cuts } = await pool.query('select id, state from cut');
    expect(cuts).toMatchObject([{ state: 'completed' }]);
    const { generation_id: resultId } = await read(film.id);
    const { rows: results } = await pool.query(`select id from generation where kind = 'cut'`);
    expect(results).toEqual([{ id: resultId }]);
    const seconds = takes.reduce((sum, { output }) => sum + (output?.seconds ?? 0), 0);
    const [output] = await listOutputs(pool, resultId ?? '');
    expect(Math.abs((output?.duration_seconds ?? 0) - seconds)).toBeLessThan(1);
    expect(await findLedgerProblems(pool)).toEqual([]);
  });
});
