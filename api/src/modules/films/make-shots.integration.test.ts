import { randomUUID } from 'node:crypto';
import type { BatchReply, FilmReply, MakeShotsReply, PublicFilm } from '@atelier/contract';
import { claimDueFilms, listFilmTakes } from '@atelier/db';
import { describeFilmPlan, hashFilmPlan, joinFilm } from '@atelier/generations';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createKey, withKey } from '../../testing/api-key.ts';
import { endGeneration } from '../../testing/endings.ts';
import { createFilm, newShot, newShots, readFilm } from '../../testing/films.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import { uploadImage } from '../../testing/submissions.ts';
import { openTestStore } from '../../testing/test-store.ts';

const store = await openTestStore();
const settings = { LIMIT_RUNNING: '3', LIMIT_WAITING: '1000' };
const api = await startTestApi({ store, settings });
const { pool } = store.owner;
afterEach(() => store.expectWholeLedger());
afterAll(async () => {
  await api.close();
  await store.close();
});

async function save(user: TestUser, { id, revision }: PublicFilm, document: object): Promise<PublicFilm> {
  const reply = await user.request(`/api/films/${id}`, { method: 'PUT', body: { revision, document } });
  expect([reply.status, reply.body]).toMatchObject([200, { film: {} }]);
  return (reply.body as FilmReply).film;
}
const make = (user: TestUser, { id, revision }: PublicFilm, more: object = {}) =>
  user.post(`/api/films/${id}/make`, { revision, ...more });
async function made(user: TestUser, film: PublicFilm, more: object = {}): Promise<MakeShotsReply> {
  const reply = await make(user, film, more);
  expect([reply.status, reply.body]).toMatchObject([200, { dry_run: false }]);
  return reply.body as MakeShotsReply;
}

const listStates = ({ shots: found }: PublicFilm) => found.map(({ state }) => state);
const listTakes = (film: PublicFilm, index: number) =>
  film.takes
    .filter(({ shot_id }) => shot_id === film.shots[index]?.id)
    .map(({ generation }) => generation.id);
const countRows = async (user: TestUser) => {
  const { rows } = await pool.query<{ generations: number; takes: number; held: number }>(
    `select (select count(*)::int from generation where user_id = $1) as generations,
            (select count(*)::int from film_take t join film f on f.id = t.film_id where f.user_id = $1) as takes,
            (select held from credit_account where user_id = $1) as held`,
    [user.userId],
  );
  return rows[0];
};
const readDue = async ({ id }: PublicFilm) => {
  const { rows } = await pool.query<{ seconds: number | null }>(
    'select extract(epoch from join_due_at - updated_at)::float as seconds from film where id = $1',
    [id],
  );
  return rows[0]?.seconds;
};
const clearDue = ({ id }: PublicFilm) => pool.query('update film set join_due_at = null where id = $1', [id]);

const complete = (id: string) =>
  endGeneration(api.deps, id, {
    status: 'completed',
    chargeCredits: 300,
    error: null,
    output: {
      content_type: 'video/mp4',
      storage_key: `u/${id}.mp4`,
      poster_key: `u/${id}.webp`,
      duration_seconds: 5,
    },
  });
const fail = (id: string) =>
  endGeneration(api.deps, id, {
    status: 'failed',
    chargeCredits: 0,
    error: { code: 'internal_error', detail: null },
  });

describe('the shots of a film', () => {
  it('are made as one batch, in their order', async () => {
    const user = await api.user({ credits: 10_000 });
    const project = (await user.post('/api/projects', { name: 'Sea' })).body as { project: { id: string } };
    const project_id = project.project.id;
    const film = await createFilm(user, { shots: newShots(5) }, { project_id });
    const reply = await made(user, film, { expected_cost: 1_500 });
    expect(reply).toMatchObject({
      total_credits: 1_500,
      left_credits: 8_500,
      shots: film.shots.map(({ id }) => ({ id, cost_credits: 300, problem: null })),
      film: {
        id: film.id,
        revision: 1,
        price: { missing: 0, credits: 0, spent_credits: 1_500 },
      },
    });
    const now = await readFilm(user, film.id);
    expect(reply.film).toEqual(now);
    expect(listStates(now)).toEqual(Array(5).fill('running'));
    expect(now.takes.map(({ shot_id }) => shot_id)).toEqual(film.shots.map(({ id }) => id).toReversed());
    const { batch } = (await user.get(`/api/batches/${reply.batch_id}`)).body as BatchReply;
    expect(batch).toMatchObject({
      name: 'Harbour',
      lines: 5,
      project_id,
      counts: { running: 3, waiting: 2 },
    });
    expect(await countRows(user)).toEqual({ generations: 5, takes: 5, held: 1_500 });
    expect(await readDue(film)).toBeGreaterThanOrEqual(0);
    const versions = await user.get(`/api/films/${film.id}/versions`);
    expect(versions.body).toMatchObject({ data: [{ reason: 'made', revision: 1, shots: 5 }] });
  });

  it('are priced without being made', async () => {
    const user = await api.user({ credits: 1_000 });
    const [good, bad, worse] = [newShot(), newShot({ kind: 'flux-schnell' }), newShot({ prompt: '' })];
    const film = await createFilm(user, { shots: [good, bad, worse, newShot()], budget_credits: 100 });
    const reply = await make(user, film, { dry_run: true });
    expect(reply).toMatchObject({
      status: 200,
      body: {
        dry_run: true,
        total_credits: 600,
        left_credits: 400,
        batch_id: null,
        film: null,
        shots: [
          { id: good.id, cost_credits: 300, problem: null },
          { id: bad.id, cost_credits: null, problem: { path: 'shots.1.kind', code: 'shot_model' } },
          { id: worse.id, cost_credits: null, problem: { path: 'shots.2.prompt', code: 'prompt_required' } },
          { cost_credits: 300, problem: null },
        ],
      },
    });
    expect(await countRows(user)).toEqual({ generations: 0, takes: 0, held: 0 });
    expect(await make(user, film)).toMatchObject({
      status: 400,
      body: {
        code: 'validation_failed',
        issues: [
          { path: 'shots.1.kind', code: 'shot_model' },
          { path: 'shots.2.prompt', code: 'prompt_required' },
        ],
      },
    });
  });

  it('are up to 200', { tags: 'load' }, async () => {
    const user = await api.user({ credits: 100_000 });
    const film = await createFilm(user, { shots: newShots(200).map((each) => ({ ...each, seconds: 3 })) });
    const reply = await made(user, film);
    expect(reply.film?.price).toMatchObject({ missing: 0, spent_credits: 60_000 });
    expect(await countRows(user)).toMatchObject({ generations: 200, takes: 200 });
  });

  it('are not made when nothing is missing, the film has changed or the price is another one', async () => {
    const user = await api.user({ credits: 10_000 });
    const empty = await createFilm(user, { shots: [] });
    expect(await make(user, empty)).toMatchObject({ status: 409, body: { code: 'nothing_to_make' } });
    const film = await createFilm(user, { shots: newShots(1) });
    expect(await make(user, { ...film, revision: 7 })).toMatchObject({
      status: 409,
      body: { code: 'film_changed', revision: 1, version: null },
    });
    expect(await make(user, film, { expected_cost: 299 })).toMatchObject({ body: { code: 'price_changed' } });
    expect(await make(user, film, { shots: [film.shots[0]?.id, randomUUID()] })).toMatchObject({
      body: { code: 'validation_failed', issues: [{ path: 'shots.1', code: 'value_refused' }] },
    });
    const poor = await api.user({ credits: 100 });
    expect(await make(poor, await createFilm(poor, { shots: newShots(1) }))).toMatchObject({
      body: { code: 'insufficient_credits' },
    });
    await made(user, film);
    expect(await make(user, film)).toMatchObject({ body: { code: 'nothing_to_make' } });
    expect(await make(user, film, { dry_run: true })).toMatchObject({ body: { code: 'nothing_to_make' } });
    expect(await countRows(user)).toMatchObject({ generations: 1, takes: 1 });
  });

  it('are made of their pictures, and a picture that is gone is named', async () => {
    const user = await api.user({ credits: 10_000 });
    const [first, last] = [await uploadImage(user), await uploadImage(user)];
    const document = {
      shots: [newShot(), newShot({ kind: 'image-to-video', first_url: first }), newShot({ first_url: last })],
    };
    const film = await createFilm(user, document);
    expect(film.shots.map(({ kind }) => kind)).toEqual(['text-to-video', 'image-to-video', 'image-to-video']);
    await pool.query(`update upload set state = 'expired' where storage_key = $1`, [
      new URL(last).pathname.slice('/media/'.length),
    ]);
    const refused = {
      code: 'validation_failed',
      issues: [{ path: 'shots.2.first_url', code: 'file_not_found' }],
    };
    expect(await make(user, film)).toMatchObject({ status: 400, body: refused });
    const { body } = await make(user, film, { dry_run: true });
    expect((body as MakeShotsReply).shots[2]?.problem).toMatchObject(refused.issues[0] ?? {});
    const reply = await made(user, film, { shots: film.shots.slice(0, 2).map(({ id }) => id) });
    expect(reply.film?.takes.map(({ generation }) => generation.kind)).toEqual([
      'image-to-video',
      'text-to-video',
    ]);
  });
});

describe('a shot of a film', () => {
  it('is missing again when its take has failed, which costs nothing', async () => {
    const user = await api.user({ credits: 10_000 });
    const film = await createFilm(user, { shots: newShots(2) });
    const { film: running } = await made(user, film);
    const [good, bad] = running?.takes.map(({ generation }) => generation.id).toReversed() ?? [];
    await complete(good ?? '');
    await fail(bad ?? '');
    const now = await readFilm(user, film.id);
    expect(listStates(now)).toEqual(['ready', 'missing']);
    expect(now.price).toEqual({ missing: 1, credits: 300, spent_credits: 300 });
    expect((await user.get('/api/films')).body).toMatchObject({
      data: [{ id: film.id, shots: 2, ready: 1, cover_url: `/media/u/${good}.webp` }],
    });
    expect(await user.post(`/api/films/${film.id}/join`, {})).toMatchObject({
      status: 409,
      body: { code: 'film_incomplete' },
    });
    const again = await made(user, now);
    expect(again.shots).toMatchObject([{ id: film.shots[1]?.id }]);
    await complete(again.film?.takes[0]?.generation.id ?? '');
    expect(listStates(await readFilm(user, film.id))).toEqual(['ready', 'ready']);
  });

  it('is missing when the credits of its take were returned', async () => {
    const user = await api.user({ credits: 10_000 });
    const film = await createFilm(user, { shots: newShots(1) });
    const { film: running } = await made(user, film);
    const id = running?.takes[0]?.generation.id ?? '';
    await complete(id);
    await pool.query(`update generation set doubt = 'blank', doubtful_outputs = 1 where id = $1`, [id]);
    const reply = await user.post(`/api/generations/${id}/answer`, { answer: 'return' });
    expect([reply.status, reply.body]).toMatchObject([200, {}]);
    expect(await readFilm(user, film.id)).toMatchObject({
      shots: [{ state: 'missing', take_id: null }],
      price: { missing: 1, spent_credits: 0 },
    });
  });

  it('has changed once it asks for something else than its take was made of', async () => {
    const user = await api.user({ credits: 10_000 });
    const one = newShot();
    const film = await createFilm(user, { shots: [one] });
    const { film: running } = await made(user, film);
    await complete(running?.takes[0]?.generation.id ?? '');
    const louder = await save(user, film, { shots: [{ ...one, volume: 0.5 }] });
    expect(listStates(louder)).toEqual(['ready']);
    const changed = await save(user, louder, { shots: [{ ...one, prompt: 'A storm' }] });
    expect(listStates(changed)).toEqual(['changed']);
    expect(changed.price).toMatchObject({ missing: 0 });
    expect(listStates(await save(user, changed, { shots: [one] }))).toEqual(['ready']);
  });

  it('gets another take when it is named, and shows the newest good one or the chosen one', async () => {
    const user = await api.user({ credits: 10_000 });
    const one = newShot();
    const film = await createFilm(user, { shots: [one, newShot()] });
    const named = { shots: [one.id] };
    await made(user, film, named);
    const twice = (await made(user, film, named)).film ?? film;
    expect(listStates(twice)).toEqual(['running', 'missing']);
    const [newer, older] = listTakes(twice, 0);
    await complete(older ?? '');
    expect((await readFilm(user, film.id)).shots[0]).toMatchObject({ state: 'running', take_id: older });
    await complete(newer ?? '');
    expect((await readFilm(user, film.id)).shots[0]).toMatchObject({ state: 'ready', take_id: newer });
    const document = { shots: [{ ...one, take_id: older }, newShot()] };
    const chosen = await save(user, film, document);
    expect(chosen.shots[0]).toMatchObject({ state: 'ready', take_id: older });
    const other = await user.request(`/api/films/${film.id}`, {
      method: 'PUT',
      body: { revision: chosen.revision, document: { shots: [one, newShot({ take_id: older })] } },
    });
    expect(other.body).toMatchObject({
      issues: [{ path: 'document.shots.1.take_id', code: 'value_refused' }],
    });
    const foreign = await createFilm(user, { shots: [one] });
    const taken = await user.request(`/api/films/${foreign.id}`, {
      method: 'PUT',
      body: { revision: 1, document: { shots: [{ ...one, take_id: older }] } },
    });
    expect(taken).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });
});

describe('a request to make shots', () => {
  it('is answered with the same batch when it is repeated, also at once', async () => {
    const user = await api.user({ credits: 10_000 });
    const film = await createFilm(user, { shots: newShots(3) });
    const more = { request_id: randomUUID(), expected_cost: 900 };
    const [one, two] = await Promise.all([made(user, film, more), made(user, film, more)]);
    expect(two.batch_id).toBe(one.batch_id);
    const third = await made(user, film, more);
    expect(third).toMatchObject({ batch_id: one.batch_id, total_credits: 900, left_credits: 9_100 });
    expect(third.shots).toEqual(one.shots);
    expect(await countRows(user)).toEqual({ generations: 3, takes: 3, held: 900 });
    await save(user, film, { shots: newShots(1) });
    expect((await made(user, film, more)).batch_id).toBe(one.batch_id);
  });

  it('is refused with the request_id of another one', async () => {
    const user = await api.user({ credits: 10_000 });
    const [film, other] = [
      await createFilm(user, { shots: newShots(2) }),
      await createFilm(user, { shots: newShots(2) }),
    ];
    const request_id = randomUUID();
    const [first, second] = film.shots;
    await made(user, film, { request_id, shots: [first?.id] });
    const mismatch = { status: 422, body: { code: 'idempotency_mismatch' } };
    expect(await make(user, film, { request_id, shots: [second?.id] })).toMatchObject(mismatch);
    expect(await make(user, other, { request_id, shots: [other.shots[0]?.id] })).toMatchObject(mismatch);
    expect(await countRows(user)).toMatchObject({ generations: 1, takes: 1 });
  });

  it('makes each missing shot once when two come at once', async () => {
    const user = await api.user({ credits: 10_000 });
    const film = await createFilm(user, { shots: newShots(3) });
    const replies = await Promise.all([make(user, film), make(user, film)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'nothing_to_make' });
    expect(await countRows(user)).toEqual({ generations: 3, takes: 3, held: 900 });
  });

  it('stays within the budget of the film, also when two come at once', async () => {
    const user = await api.user({ credits: 10_000 });
    const film = await createFilm(user, { shots: newShots(3), budget_credits: 700 });
    expect(await make(user, film)).toMatchObject({
      status: 409,
      body: { code: 'film_over_budget', budget: 700, spent: 0, required: 900 },
    });
    const named = film.shots.map(({ id }) => [id]);
    const replies = await Promise.all(named.map((ids) => make(user, film, { shots: ids })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 409]);
    expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'film_over_budget',
      spent: 600,
      required: 300,
    });
    expect(await countRows(user)).toEqual({ generations: 2, takes: 2, held: 600 });
    const [take] = (await readFilm(user, film.id)).takes;
    await fail(take?.generation.id ?? '');
    expect(await make(user, film)).toMatchObject({
      body: { code: 'film_over_budget', spent: 300, required: 600 },
    });
  });

  it('counts what a model may cost that stands in', async () => {
    const user = await api.user({ credits: 10_000 });
    const film = await createFilm(user, { shots: newShots(1), budget_credits: 400 });
    const if_down = { kind: 'text-to-video-pro', max_credits: 800 };
    expect(await make(user, film, { if_down })).toMatchObject({ body: { code: 'film_over_budget' } });
    expect(await countRows(user)).toEqual({ generations: 0, takes: 0, held: 0 });
  });

  it('waits for its owner’s approval when it comes with a key that has to ask', async () => {
    const user = await api.user({ credits: 10_000 });
    const film = await createFilm(user, { shots: newShots(2) });
    const { key } = await createKey(user, { ask_above_credits: 100 });
    const options = { ...withKey(key), method: 'POST', body: { revision: 1 } };
    const send = () => api.browser().request(`/api/films/${film.id}/make`, options);
    const asked = await send();
    expect(asked).toMatchObject({ body: { code: 'approval_needed' } });
    const { id } = (asked.body as { approval: { id: string } }).approval;
    await user.post(`/api/approvals/${id}/answer`, { answer: 'approve' });
    expect(await send()).toMatchObject({ status: 200 });
    expect(await countRows(user)).toMatchObject({ generations: 2, takes: 2 });
  });
});

describe('the joining of a film', () => {
  it('is due soon after a change of what is joined, and at once when it is asked for', async () => {
    const user = await api.user({ credits: 10_000 });
    const one = newShot();
    const film = await createFilm(user, { shots: [one] });
    const { film: running } = await made(user, film);
    await complete(running?.takes[0]?.generation.id ?? '');
    await clearDue(film);
    const louder = await save(user, film, { shots: [{ ...one, volume: 0.5 }] });
    expect(await readDue(film)).toBe(10);
    expect(louder.is_joined).toBe(false);
    const joined = await user.post(`/api/films/${film.id}/join`, {});
    expect(joined).toMatchObject({ status: 200, body: { film: { id: film.id } } });
    expect(await readDue(film)).toBeLessThan(10);
    await clearDue(film);
    await save(user, louder, { shots: [{ ...one, volume: 0.5 }, newShot()] });
    expect(await readDue(film)).toBeNull();
    const unknown = await user.post(`/api/films/${uuidv7()}/join`, {});
    expect(unknown).toMatchObject({ status: 404 });
  });

  it('is done while its result shows what the document says', async () => {
    const user = await api.user({ credits: 10_000 });
    const one = newShot();
    const film = await createFilm(user, { shots: [one] });
    const { film: running } = await made(user, film);
    const take = running?.takes[0]?.generation.id ?? '';
    await complete(take);
    const { takes } = await listFilmTakes(pool, film.id);
    const plan = describeFilmPlan(film.document, takes) ?? expect.fail('It has no plan');
    await pool.query('update film set joined = $2, generation_id = $3 where id = $1', [
      film.id,
      hashFilmPlan(plan),
      take,
    ]);
    await clearDue(film);
    expect(await readFilm(user, film.id)).toMatchObject({ is_joined: true, generation_id: take });
    const same = await save(user, film, { shots: [{ ...one, prompt: 'A storm' }] });
    expect([same.is_joined, await readDue(film)]).toEqual([true, null]);
    const louder = await save(user, same, { shots: [{ ...one, volume: 0.5 }] });
    expect([louder.is_joined, await readDue(film)]).toEqual([false, 10]);
    await save(user, louder, { shots: [one] });
    expect((await readFilm(user, film.id)).is_joined).toBe(true);
    await user.post('/api/library/trash', { ids: [take] });
    expect(await readFilm(user, film.id)).toMatchObject({ is_joined: false, generation_id: null });
    await user.post('/api/library/restore', { ids: [take] });
    expect(await readFilm(user, film.id)).toMatchObject({ is_joined: true, generation_id: take });
  });

  it('ends with the film', async () => {
    const user = await api.user({ credits: 10_000 });
    const film = await createFilm(user, { shots: [newShot()] });
    const { film: running } = await made(user, film);
    await complete(running?.takes[0]?.generation.id ?? '');
    const joining = { ...api.deps, realtime: { emitToUser: () => Promise.resolve(true) } };
    for (const due of await claimDueFilms(pool)) await joinFilm(joining, due);
    const { cut } = await readFilm(user, film.id);
    expect(cut).toMatchObject({ state: 'waiting' });
    expect(await user.request(`/api/films/${film.id}`, { method: 'DELETE' })).toMatchObject({ status: 200 });
    expect((await user.get(`/api/cuts/${cut?.id}`)).body).toMatchObject({ cut: { state: 'cancelled' } });
    expect((await user.get(`/api/generations/${running?.takes[0]?.generation.id}`)).status).toBe(200);
  });
});
