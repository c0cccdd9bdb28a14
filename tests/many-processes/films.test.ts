// The api makes the rows of a film with its generations, in one transaction; here they are written beside them, as only what
// the workers do is of interest. FILMS=200 in the environment makes that many, in about half an hour.

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
const filmCount = Number(process.env.FILMS ?? 1);
/** Films that are in the making at a time. */
const atOnce = Math.min(filmCount, 8);
/** Takes, cuts and films between two kills: each film lives through about five. */
const stepsPerKill = 3 * atOnce;
const wait = { timeout: 150_000 * atOnce, interval: 100 };

type Film = { id: string; generationIds: string[] };

describe('films whose workers are killed again and again', () => {
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

  async function makeFilm(userId: string): Promise<Film> {
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

  /** Counts good takes, begun cuts, and films that are made. */
  async function countSteps(): Promise<number> {
    const { rows } = await processes.db.pool.query<{ count: number }>(
      `select (select count(*) from generation where status = 'completed' and kind <> 'cut')::int
         + count(cut_id)::int + count(generation_id)::int as count from film`,
    );
    return rows[0]?.count ?? 0;
  }

  const isMade = async ({ id }: Film) => (await read(id)).generation_id !== null;

  async function read(id: string): Promise<{ generation_id: string | null }> {
    const { rows } = await processes.db.pool.query<{ generation_id: string | null }>(
      'select generation_id from film where id = $1',
      [id],
    );
    return rows[0] ?? expect.fail('It is gone');
  }

  /** Makes all films, some at a time, and returns them with the number of kills. */
  async function makeThroughKills(userId: string): Promise<{ films: Film[]; kills: number }> {
    const films: Film[] = [];
    const pending = new Set<Film>();
    let [times, kills, killAt] = [0, 0, 1];
    const fill = async () => {
      for (const film of pending) if (await isMade(film)) pending.delete(film);
      while (pending.size < atOnce && films.length < filmCount) {
        const film = await makeFilm(userId);
        films.push(film);
        pending.add(film);
      }
      return pending.size === 0;
    };
    while (!(await fill())) {
      await vi.waitUntil(async () => (await countSteps()) >= killAt || (await fill()), wait);
      if (pending.size === 0) break;
      // Both at every second time, so that what they do is not finished by the other one.
      const killed = times % 2 === 0 ? workers : [workers[times % 4 === 1 ? 0 : 1]];
      await Promise.all(killed.map(restart));
      times += 1;
      kills += killed.length;
      killAt += stepsPerKill;
    }
    return { films, kills };
  }

  async function expectWhole(film: Film): Promise<void> {
    const { pool } = processes.db;
    const { takes, spentCredits } = await listFilmTakes(pool, film.id);
    expect(takes.map(({ id }) => id).toSorted()).toEqual(film.generationIds.toSorted());
    expect(new Set(takes.map(({ shotId, state }) => `${shotId} ${state}`)).size).toBe(shotCount);
    expect(new Set(takes.map(({ state }) => state))).toEqual(new Set(['good']));
    expect(spentCredits).toBe(shotCount * cost);
    const [output] = await listOutputs(pool, (await read(film.id)).generation_id ?? '');
    const seconds = takes.reduce((sum, take) => sum + (take.output?.seconds ?? 0), 0);
    expect(Math.abs((output?.duration_seconds ?? 0) - seconds)).toBeLessThan(1);
  }

  it('have each shot once, are joined once, and are charged once', {
    timeout: 300_000 + filmCount * 60_000,
    tags: 'faults',
  }, async () => {
    const { pool } = processes.db;
    const userId = await findUserId();
    const before = await getBalance(pool, userId);
    const { films, kills } = await makeThroughKills(userId);
    expect(kills).toBeGreaterThanOrEqual(Math.max(3, filmCount / 2));
    for (const film of films) await expectWhole(film);

    const after = await getBalance(pool, userId);
    expect([before.available - after.available, after.held]).toEqual([filmCount * shotCount * cost, 0]);
    const { rows: cuts } = await pool.query(`select generation_id as id from cut order by generation_id`);
    const { rows: results } = await pool.query(`select id from generation where kind = 'cut' order by id`);
    const { rows: made } = await pool.query('select generation_id as id from film order by generation_id');
    expect([cuts, results]).toEqual([made, made]);
    expect(await findLedgerProblems(pool)).toEqual([]);
    if (filmCount > 1) console.log(`${filmCount} films, ${kills} kills`);
  });
});
