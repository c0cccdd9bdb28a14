import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { finishImage, finishNextCut, finishVideo } from '../../testing/endings.ts';
import { createFilm, postFilm } from '../../testing/films.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import { submitAudio, submitVideo } from '../../testing/submissions.ts';
import { openTestStore } from '../../testing/test-store.ts';

const store = await openTestStore();
const api = await startTestApi({ store, settings: { LIMIT_RUNNING: '10' } });
const { pool } = store.owner;
afterEach(() => store.expectWholeLedger());
afterAll(async () => {
  await api.close();
  await store.close();
});

const post = (user: TestUser, works: unknown, more: object = {}) =>
  postFilm(user, undefined, { works, ...more });
const create = (user: TestUser, works: readonly string[]) => createFilm(user, undefined, { works });
const refusal = (...places: number[]) => ({
  status: 400,
  body: {
    code: 'validation_failed',
    issues: places.map((place) => ({ path: `works.${place}`, code: 'value_refused' })),
  },
});
const makeVideo = async (user: TestUser, prompt = 'A heron') =>
  (await finishVideo(api.deps, user, { prompt })).id;

const readAvailable = async ({ userId }: TestUser) => {
  const { rows } = await pool.query('select available from credit_account where user_id = $1', [userId]);
  return (rows[0] as { available: number }).available;
};

/** A video of the cutting bench, which is free. */
async function makeCut(user: TestUser): Promise<string> {
  const { key } = await finishVideo(api.deps, user);
  const clips = [{ url: `/media/${key}`, start: 0, end: 5 }];
  expect((await user.post('/api/cuts', { plan: { clips } })).status).toBe(200);
  return finishNextCut(api.deps);
}

describe('a film of works', () => {
  it('has a shot of each in their order: a video as its take, a picture as its first one', async () => {
    const user = await api.user({ credits: 10_000 });
    const [heron, gull] = [await makeVideo(user), await makeVideo(user, 'A gull')];
    const still = await finishImage(api.deps, user);
    const available = await readAvailable(user);
    const film = await create(user, [gull, still.id, heron.toUpperCase()]);
    expect(film.document).toMatchObject({
      shape: '16:9',
      shots: [
        { prompt: 'A gull', kind: 'text-to-video', seconds: 5, first_url: null, take_id: null },
        { prompt: '', first_url: `/media/${still.keys[0]}`, last_url: null },
        { prompt: 'A heron', kind: 'text-to-video' },
      ],
    });
    expect(film.shots).toMatchObject([
      { state: 'ready', take_id: gull },
      { state: 'missing', take_id: null, problem: { code: 'prompt_required' } },
      { state: 'ready', take_id: heron },
    ]);
    expect(film.takes.map(({ generation }) => generation.id)).toEqual([gull, heron]);
    expect(film.price).toMatchObject({ missing: 1, spent_credits: 600 });
    expect(film).toMatchObject({ is_joined: false, cut: null });
    expect(await readAvailable(user)).toBe(available);
    expect((await user.get('/api/films')).body).toMatchObject({ data: [{ shots: 3, ready: 2 }] });
  });

  it('is joined by itself when all of them are videos, and its shots change as others do', async () => {
    const user = await api.user({ credits: 10_000 });
    const works = [await makeVideo(user), await makeVideo(user)];
    const film = await create(user, works);
    const { rows } = await pool.query('select join_due_at from film where id = $1', [film.id]);
    expect(rows).toEqual([{ join_due_at: expect.any(Date) }]);
    const [first, second] = film.document.shots;
    const document = {
      ...film.document,
      shots: [
        { ...first, prompt: 'A crane' },
        { ...second, take_id: works[1] },
      ],
    };
    const saved = await user.request(`/api/films/${film.id}`, {
      method: 'PUT',
      body: { revision: 1, document },
    });
    expect(saved).toMatchObject({
      status: 200,
      body: { film: { shots: [{ state: 'changed' }, { state: 'ready' }] } },
    });
    expect(await user.post(`/api/films/${film.id}/make`, { revision: 2 })).toMatchObject({
      body: { code: 'nothing_to_make' },
    });
  });

  it('may have works that other films have, and leaves them when it is deleted', async () => {
    const user = await api.user({ credits: 10_000 });
    const work = await makeVideo(user);
    const [one, other] = [await create(user, [work]), await create(user, [work])];
    await user.request(`/api/films/${one.id}`, { method: 'DELETE' });
    expect((await user.get(`/api/films/${other.id}`)).body).toMatchObject({
      film: { shots: [{ state: 'ready', take_id: work }] },
    });
    expect((await user.get(`/api/generations/${work}`)).status).toBe(200);
  });

  it('takes a free video of the cutting bench, whose shot a usual model makes', async () => {
    const user = await api.user({ credits: 10_000 });
    const cut = await makeCut(user);
    const film = await create(user, [cut]);
    expect(film.document).toMatchObject({ shape: '9:16', shots: [{ prompt: '', seconds: 60 }] });
    expect(film.document.shots[0]?.kind).not.toBe('cut');
    expect(film.shots).toMatchObject([{ state: 'ready', take_id: cut }]);
    expect(film.price).toMatchObject({ missing: 0, spent_credits: 0 });
  });

  it('keeps the pictures that a video was made of while they are there', async () => {
    const user = await api.user({ credits: 10_000 });
    const { keys } = await finishImage(api.deps, user);
    const work = await makeVideo(user);
    const change = (input: object) =>
      pool.query('update generation set input = input || $2::jsonb where id = $1', [
        work,
        JSON.stringify(input),
      ]);
    await change({ image_url: `/media/${keys[0]}`, end_image_url: '/media/u/gone.png' });
    expect((await create(user, [work])).document.shots).toMatchObject([
      { first_url: `/media/${keys[0]}`, last_url: null },
    ]);
    await change({ image_url: '/media/u/gone.png', end_image_url: `/media/${keys[0]}` });
    expect((await create(user, [work])).document.shots).toMatchObject([{ first_url: null, last_url: null }]);
  });

  it('is refused with the places of works that it cannot have', async () => {
    const [user, other] = [await api.user({ credits: 10_000 }), await api.user()];
    const good = await makeVideo(user);
    const trashed = await makeVideo(user);
    await user.request('/api/video-generation/delete', { method: 'DELETE', body: { id: trashed } });
    const others = await makeVideo(other);
    const running = await submitVideo(user);
    const sound = await submitAudio(user);
    expect(await post(user, [good, trashed, others, running, sound, randomUUID(), good])).toMatchObject(
      refusal(1, 2, 3, 4, 5, 6),
    );
    expect((await user.get('/api/films')).body).toEqual({ data: [] });
    await store.owner.pool.query('update output set is_flagged = true where generation_id = $1', [good]);
    expect(await post(user, [good])).toMatchObject(refusal(0));
  });

  it('is refused with no works, too many, a document beside them, or more seconds than a film has', async () => {
    const user = await api.user({ credits: 10_000 });
    const work = await makeVideo(user);
    const issue = (path: string, code?: string) => ({
      status: 400,
      body: { code: 'validation_failed', issues: [{ path, ...(code && { code }) }] },
    });
    expect(await post(user, [])).toMatchObject(issue('works'));
    expect(await post(user, Array.from({ length: 201 }, randomUUID))).toMatchObject(issue('works'));
    expect(await post(user, ['x'])).toMatchObject(issue('works.0'));
    const document = { shots: [] };
    expect(await post(user, [work], { document })).toMatchObject(issue('works', 'value_refused'));
    await pool.query('update output set duration_seconds = 601 where generation_id = $1', [work]);
    expect(await post(user, [work])).toMatchObject(issue('document.shots', 'film_too_long'));
  });
});
