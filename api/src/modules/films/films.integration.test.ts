import { randomUUID } from 'node:crypto';
import { filmLimits } from '@atelier/catalog/films';
import type { FilmReply, FilmVersion } from '@atelier/contract';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { connectSocket } from '../../testing/connect-socket.ts';
import { finishImage } from '../../testing/endings.ts';
import { createFilm, newShot, newShots, postFilm, readFilm } from '../../testing/films.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import { uploadImage, uploadSound, uploadVideo } from '../../testing/submissions.ts';
import { openTestStore } from '../../testing/test-store.ts';

const store = await openTestStore();
const api = await startTestApi({ store });
const { pool } = store.owner;
afterEach(() => store.expectWholeLedger());
afterAll(async () => {
  await api.close();
  await store.close();
});

const put = (user: TestUser, id: string, body: object) =>
  user.request(`/api/films/${id}`, { method: 'PUT', body });
const listVersions = async (user: TestUser, id: string) =>
  ((await user.get(`/api/films/${id}/versions`)).body as { data: FilmVersion[] }).data;
const issues = (...expected: [path: string, code: string][]) => ({
  status: 400,
  body: {
    code: 'validation_failed',
    issues: expected.map(([path, code]) => ({ path, code })),
  },
});

describe('a film', () => {
  it('is created, listed, read, saved and deleted', async () => {
    const user = await api.user();
    const empty = await createFilm(user);
    expect(empty).toMatchObject({
      name: 'Harbour',
      revision: 1,
      document: { shape: '16:9', shots: [], cast: [], sound: null, budget_credits: null },
      shots: [],
      takes: [],
      price: { missing: 0, credits: 0, spent_credits: 0 },
      cut: null,
      generation_id: null,
      is_joined: false,
    });
    const document = { shots: [newShot(), newShot({ prompt: '' })] };
    const saved = await put(user, empty.id, { revision: 1, name: 'Sea', document });
    expect(saved).toMatchObject({ status: 200, body: { film: { name: 'Sea', revision: 2 } } });
    const film = await readFilm(user, empty.id);
    expect(film).toEqual((saved.body as FilmReply).film);
    expect(film.shots).toMatchObject([
      { state: 'missing', kind: 'text-to-video', cost_credits: 300, problem: null, take_id: null },
      { kind: null, cost_credits: null, problem: { path: 'shots.1.prompt', code: 'prompt_required' } },
    ]);
    expect(film.price).toEqual({ missing: 2, credits: 300, spent_credits: 0 });
    expect((await user.get('/api/films')).body).toEqual({
      data: [
        {
          id: film.id,
          name: 'Sea',
          shots: 2,
          ready: 0,
          cover_url: null,
          generation_id: null,
          updated_at: film.updated_at,
        },
      ],
    });
    const remove = () => user.request(`/api/films/${film.id}`, { method: 'DELETE' });
    expect(await remove()).toMatchObject({ status: 200, body: { success: true, id: film.id } });
    expect(await remove()).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await user.get('/api/films')).body).toEqual({ data: [] });
  });

  it('is refused with a revision or a model that cannot be stored', async () => {
    const user = await api.user();
    const { id } = await createFilm(user);
    for (const revision of [2 ** 31, -(2 ** 31) - 1])
      expect(await put(user, id, { revision, name: 'Sea' })).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'revision' }] },
      });
    for (const kind of ['text\u0000', '\ud800'])
      expect(await put(user, id, { revision: 1, document: { shots: [newShot({ kind })] } })).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'document.shots.0.kind' }] },
      });
  });

  it('is its owner’s alone', async () => {
    const [owner, other] = [await api.user(), await api.user()];
    const { id } = await createFilm(owner, { shots: newShots(1) });
    const version = await owner.post(`/api/films/${id}/versions`, { name: 'First' });
    const { id: versionId } = (version.body as { version: { id: string } }).version;
    const replies = [
      await other.get(`/api/films/${id}`),
      await put(other, id, { revision: 1, name: 'Mine' }),
      await other.request(`/api/films/${id}`, { method: 'DELETE' }),
      await other.post(`/api/films/${id}/make`, { revision: 1 }),
      await other.post(`/api/films/${id}/join`, {}),
      await other.get(`/api/films/${id}/versions`),
      await other.post(`/api/films/${id}/versions`, { name: 'Mine' }),
      await other.post(`/api/films/${id}/versions/${versionId}/restore`, {}),
    ];
    for (const reply of replies) expect(reply).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await other.get('/api/films')).body).toEqual({ data: [] });
    expect(await readFilm(owner, id)).toMatchObject({ name: 'Harbour', revision: 1 });
  });

  it('needs an account that is not locked, and none that has paid', async () => {
    const user = await api.user({ credits: 0 });
    const { id } = await createFilm(user, { shots: newShots(1) });
    expect(await user.post(`/api/films/${id}/make`, { revision: 1 })).toMatchObject({
      status: 403,
      body: { code: 'please_upgrade_account' },
    });
    const operator = await api.user({ email: 'ops@atelier.test' });
    await operator.post(`/api/admin/users/${user.userId}/lock`, { reason: 'Chargebacks' });
    const replies = [
      await postFilm(user),
      await put(user, id, { revision: 1, name: 'Sea' }),
      await user.post(`/api/films/${id}/make`, { revision: 1 }),
      await user.post(`/api/films/${id}/versions`, { name: 'First' }),
    ];
    for (const reply of replies) expect(reply).toMatchObject({ body: { code: 'account_locked' } });
    expect(await readFilm(user, id)).toMatchObject({ id });
  });

  it('is one of at most 200, also when several are made at once', async () => {
    const user = await api.user();
    const { id } = await createFilm(user);
    await pool.query(
      `insert into film (id, user_id, name, document)
       select gen_random_uuid(), user_id, name, document from film, generate_series(2, $2) where id = $1`,
      [id, filmLimits.films - 1],
    );
    const replies = await Promise.all(Array.from({ length: 10 }, () => postFilm(user)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await postFilm(user)).toMatchObject({ status: 409, body: { code: 'too_many_films' } });
    expect((await user.get('/api/films')).body).toMatchObject({ data: { length: filmLimits.films } });
  });

  it('has up to 200 shots with the longest prompts', async () => {
    const user = await api.user();
    const document = { shots: newShots(200, { prompt: '海'.repeat(filmLimits.prompt), seconds: 3 }) };
    const film = await createFilm(user, document);
    expect(film.shots).toHaveLength(200);
    const more = { shots: [...document.shots, newShot({ seconds: 1 })] };
    expect(await put(user, film.id, { revision: 1, document: more })).toMatchObject({ status: 400 });
  });

  it('goes into a project of its user', async () => {
    const user = await api.user();
    const project = (await user.post('/api/projects', { name: 'Sea' })).body as { project: { id: string } };
    expect(await createFilm(user, undefined, { project_id: project.project.id })).toMatchObject({
      project_id: project.project.id,
    });
    expect(await postFilm(user, undefined, { project_id: randomUUID() })).toMatchObject(
      issues(['project_id', 'project_unknown']),
    );
  });

  it('notifies the pages of its user of each change', async () => {
    const user = await api.user();
    const socket = await connectSocket(api, user);
    const events: object[] = [];
    socket.on('film:changed', (event) => events.push(event));
    const film = await createFilm(user);
    await put(user, film.id, { revision: 1, name: 'Sea' });
    await expect
      .poll(() => events)
      .toEqual([
        { id: film.id, revision: 1 },
        { id: film.id, revision: 2 },
      ]);
    socket.close();
  });
});

describe('the document of a film', () => {
  it('has its files by addresses without a host', async () => {
    const user = await api.user();
    const [picture, sound] = [await uploadImage(user), await uploadSound(user)];
    const { keys } = await finishImage(api.deps, user);
    const own = `/media/${keys[0]}`;
    const film = await createFilm(user, {
      shots: [newShot({ kind: 'image-to-video', first_url: picture, last_url: own })],
      cast: [{ name: 'Anna', url: `http://atelier.test${own}` }],
      sound: { url: sound },
    });
    expect(film.document).toMatchObject({
      shots: [{ first_url: new URL(picture).pathname, last_url: own }],
      cast: [{ name: 'Anna', url: own }],
      sound: { url: new URL(sound).pathname, mode: 'replace', volume: 1 },
    });
  });

  it.each([
    ['of another user', async () => uploadImage(await api.user())],
    ['that is elsewhere', async () => 'https://example.com/a.png'],
    ['that does not exist', async () => '/media/u/none.png'],
  ])('is refused with a file %s, which is named', async (_title, findUrl) => {
    const user = await api.user();
    const url = await findUrl();
    const refused = (path: string) => ({ status: 404, body: { code: 'file_not_found', path } });
    expect(await postFilm(user, { shots: [newShot({ last_url: url })] })).toMatchObject(
      refused('document.shots.0.last_url'),
    );
    expect(await postFilm(user, { shots: [], cast: [{ name: 'Anna', url }] })).toMatchObject(
      refused('document.cast.0.url'),
    );
    const film = await createFilm(user);
    const document = { shots: [], sound: { url } };
    expect(await put(user, film.id, { revision: 1, document })).toMatchObject(refused('document.sound.url'));
  });

  it('is refused with a file of another type', async () => {
    const user = await api.user();
    const [picture, video] = [await uploadImage(user), await uploadVideo(user)];
    const document = { shots: [newShot({ first_url: picture })] };
    const film = await createFilm(user, document);
    for (const [wrong, path] of [
      [{ shots: [newShot({ first_url: video })] }, 'document.shots.0.first_url'],
      [{ ...document, sound: { url: picture } }, 'document.sound.url'],
    ] as const)
      expect(await put(user, film.id, { revision: 1, document: wrong })).toMatchObject({
        body: { code: 'unsupported_file', path },
      });
  });

  it('may keep a file that is gone', async () => {
    const user = await api.user();
    const { id, keys } = await finishImage(api.deps, user);
    const document = { shots: [newShot({ first_url: `/media/${keys[0]}` })] };
    const film = await createFilm(user, document);
    await user.post('/api/library/trash', { ids: [id] });
    const sent = { ...document, shape: '9:16' };
    expect(await put(user, film.id, { revision: 1, document: sent })).toMatchObject({ status: 200 });
    const again = { shots: [...document.shots, newShot({ first_url: `/media/${keys[0]}` })] };
    expect(await put(user, film.id, { revision: 2, document: again })).toMatchObject({ status: 200 });
    expect(await postFilm(user, document)).toMatchObject({ body: { code: 'file_not_found' } });
  });

  it('is refused when it is too long, repeats a shot or chooses a take of another one', async () => {
    const user = await api.user();
    const film = await createFilm(user);
    const one = newShot();
    const change = (document: object) => put(user, film.id, { revision: 1, document });
    expect(await change({ shots: newShots(11, { seconds: 60 }) })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'document.shots', code: 'film_too_long', params: { max: 600 } }] },
    });
    expect(await change({ shots: [one, newShot(), { ...one, id: one.id.toUpperCase() }] })).toMatchObject(
      issues(['document.shots.2.id', 'value_refused']),
    );
    expect(await change({ shots: [newShot({ take_id: randomUUID() })] })).toMatchObject(
      issues(['document.shots.0.take_id', 'value_refused']),
    );
    expect(await createFilm(user, { shots: [newShot({ take_id: randomUUID() })] })).toMatchObject({
      document: { shots: [{ take_id: null }] },
    });
    expect(await readFilm(user, film.id)).toMatchObject({ revision: 1 });
  });
});

describe('a film that is edited in two places', () => {
  it('takes one of two changes to a revision, and keeps the other as a version', async () => {
    const user = await api.user();
    const film = await createFilm(user);
    const documents = [{ shots: newShots(1) }, { shots: newShots(2) }];
    const replies = await Promise.all(
      documents.map((document) => put(user, film.id, { revision: 1, document })),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const lost = replies.findIndex(({ status }) => status === 409);
    const [version] = await listVersions(user, film.id);
    expect(replies[lost]?.body).toMatchObject({ code: 'film_changed', revision: 2, version: version?.id });
    expect(version).toMatchObject({ reason: 'overtaken', name: null, revision: 1, shots: lost + 1 });
    expect((await readFilm(user, film.id)).document.shots).toHaveLength(2 - lost);
  });

  it('answers a change that is sent twice as it did before, and keeps nothing', async () => {
    const user = await api.user();
    const film = await createFilm(user);
    const body = { revision: 1, name: 'Sea', document: { shots: newShots(2) } };
    const replies = await Promise.all([put(user, film.id, body), put(user, film.id, body)]);
    for (const reply of replies)
      expect(reply).toMatchObject({ status: 200, body: { film: { revision: 2 } } });
    expect(await listVersions(user, film.id)).toEqual([]);
  });

  it('takes a name at any revision, and keeps the same document once', async () => {
    const user = await api.user();
    const film = await createFilm(user);
    await put(user, film.id, { revision: 1, document: { shots: newShots(1) } });
    expect(await put(user, film.id, { revision: 1, name: 'Lake' })).toMatchObject({
      status: 200,
      body: { film: { name: 'Lake', revision: 3, document: { shots: [{}] } } },
    });
    const document = { shots: newShots(1) };
    for (let count = 0; count < 3; count += 1)
      expect(await put(user, film.id, { revision: 1, document })).toMatchObject({
        status: 409,
        body: { code: 'film_changed', revision: 3 },
      });
    expect(await listVersions(user, film.id)).toHaveLength(1);
    expect(await readFilm(user, film.id)).toMatchObject({ name: 'Lake', revision: 3 });
  });
});

describe('the versions of a film', () => {
  it('are saved by a name, and take the place of the document, which is kept', async () => {
    const user = await api.user();
    const document = { shots: newShots(2) };
    const film = await createFilm(user, document);
    const saved = await user.post(`/api/films/${film.id}/versions`, { name: 'First' });
    expect(saved).toMatchObject({
      status: 200,
      body: { version: { reason: 'saved', name: 'First', revision: 1, shots: 2 } },
    });
    const { id } = (saved.body as { version: { id: string } }).version;
    await put(user, film.id, { revision: 1, document: { shots: [] } });
    const restored = await user.post(`/api/films/${film.id}/versions/${id}/restore`, {});
    expect(restored).toMatchObject({ body: { film: { revision: 3, document: film.document } } });
    expect(await listVersions(user, film.id)).toMatchObject([
      { reason: 'restored', revision: 2, shots: 0 },
      { id, reason: 'saved' },
    ]);
    const unknown = await user.post(`/api/films/${film.id}/versions/${randomUUID()}/restore`, {});
    expect(unknown).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await readFilm(user, film.id)).toMatchObject({ revision: 3 });
  });

  it('are at most 50 with names, and the newest 50 without', async () => {
    const user = await api.user();
    const film = await createFilm(user);
    const save = (name: string) => user.post(`/api/films/${film.id}/versions`, { name });
    for (let count = 1; count <= filmLimits.versions; count += 1)
      expect(await save(`Version ${count}`)).toMatchObject({ status: 200 });
    expect(await save('One more')).toMatchObject({ status: 409, body: { code: 'too_many_versions' } });
    for (let count = 0; count <= filmLimits.versions; count += 1)
      await put(user, film.id, { revision: 9, document: { shots: newShots(1) } });
    const kept = await listVersions(user, film.id);
    expect(kept.filter(({ reason }) => reason === 'overtaken')).toHaveLength(filmLimits.versions);
    expect(kept.filter(({ reason }) => reason === 'saved').map(({ name }) => name)).toEqual(
      Array.from({ length: filmLimits.versions }, (_, at) => `Version ${filmLimits.versions - at}`),
    );
  });
});
