import { emptyFilm, filmLimits } from '@atelier/catalog/films';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { Queryable } from './prepared.ts';
import { insertCut } from './queries/cuts/cuts.ts';
import { insertFilm } from './queries/films/films.ts';
import { openTestDb } from './testing/open-test-db.ts';
import { createUser } from './testing/samples.ts';
import { inPreparedTransaction } from './transaction.ts';

const db = await openTestDb(10);
afterAll(() => db.drop());

const isBlocked = async () =>
  (
    await db.asOwner<{ count: number }>(
      `select count(*)::integer from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  )[0]?.count === 1;

const addFilm = (on: Queryable, userId: string) =>
  insertFilm(on, { id: uuidv7(), userId, name: 'Sea', projectId: null, document: emptyFilm });

const clip = { url: '/media/u/a.mp4', start: 0, end: 2, speed: 1, is_reversed: false, repeats: 1 };
const look = { fit: 'contain', focus_x: 0.5, focus_y: 0.5, volume: 1, fade_in: 0, fade_out: 0 } as const;
const clips = [{ ...clip, ...look }];
const addCut = (on: Queryable, userId: string) =>
  insertCut(on, {
    id: uuidv7(),
    userId,
    requestId: null,
    plan: { clips, shape: 'source', sound: null, caption: '', poster_seconds: null },
    sources: [],
    projectId: null,
    maxOpen: 1,
  });

const fillFilms = (userId: string) =>
  db.asOwner(
    `insert into film (id, user_id, name, document)
     select gen_random_uuid(), $1, 'x', '{"shots": []}' from generate_series(2, $2)`,
    [userId, filmLimits.films],
  );

type Case = [
  what: string,
  fill: (userId: string) => Promise<unknown>,
  add: (on: Queryable, userId: string) => Promise<unknown>,
];
const cases: Case[] = [
  ['films', fillFilms, addFilm],
  ['open cuts', () => Promise.resolve(), addCut],
];

describe('a limit that counts rows', () => {
  it.each(cases)('holds for two transactions that add the last one of the %s', async (_what, fill, add) => {
    const userId = await createUser(db);
    await fill(userId);
    let second: Promise<unknown> | undefined;
    await inPreparedTransaction(db, async (on) => {
      expect(await add(on, userId)).toBeDefined();
      second = inPreparedTransaction(db, (other) => add(other, userId));
      const blocked = vi.waitUntil(isBlocked, { timeout: 20_000 });
      await Promise.race([second, blocked.catch(() => undefined)]);
    });
    expect(await second).toBeUndefined();
  });
});
