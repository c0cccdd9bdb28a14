// Shows that requests into a project that its owner deletes meanwhile are refused like those into an unknown one.
import { randomBytes } from 'node:crypto';
import type { ProjectReply } from '@atelier/contract';
import { listOutputs, repairGenerationCounts } from '@atelier/db';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { finishImage, finishVideo } from '../../testing/endings.ts';
import { postFilm } from '../../testing/films.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import { submitImage } from '../../testing/submissions.ts';

const api = await startTestApi();
const { pool } = api.store.owner;
afterEach(() => api.store.expectWholeLedger());
afterAll(() => api.close());

const create = async (user: TestUser) =>
  ((await user.post('/api/projects', { name: 'Harbour' })).body as ProjectReply).project.id;

/** Resolves when a statement of this database waits for another one. */
const waitForLock = () =>
  vi.waitUntil(
    async () => {
      const { rowCount } = await pool.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
      return rowCount !== 0;
    },
    { timeout: 20_000 },
  );

/** Answer to a request that has seen the project when its deletion is committed. */
async function sendDuringDeletion(project: string, send: () => Promise<unknown>) {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('delete from project where id = $1', [project]);
    const sent = send();
    await Promise.race([sent, waitForLock()]);
    await client.query('commit');
    return await sent;
  } finally {
    client.release();
  }
}

const line = { kind: 'flux-schnell', input: { prompt: 'a fox' } };

async function postCut(user: TestUser, project_id: string) {
  const { id } = await finishVideo(api.deps, user, { content: randomBytes(2_000) });
  const [output] = await listOutputs(api.deps.db.pool, id);
  const clips = [{ url: `/media/${output?.storage_key}`, start: 0, end: 1 }];
  return () => user.post('/api/cuts', { plan: { clips }, project_id });
}

const unknownProject = {
  status: 400,
  body: { code: 'validation_failed', issues: [{ path: 'project_id', code: 'project_unknown' }] },
};

type Send = () => Promise<unknown>;

describe('a project that is deleted meanwhile', () => {
  it.each<[string, (user: TestUser, project_id: string) => Send | Promise<Send>]>([
    ['generation', (user, project_id) => () => user.post('/api/generations', { ...line, project_id })],
    ['batch', (user, project_id) => () => user.post('/api/batches', { lines: [line, line], project_id })],
    ['film', (user, project_id) => () => postFilm(user, undefined, { project_id })],
    ['cut', postCut],
  ])('is unknown to a %s', async (_what, prepare) => {
    const user = await api.user();
    const project = await create(user);
    const send = await prepare(user, project);
    expect(await sendDuringDeletion(project, send)).toMatchObject(unknownProject);
  });

  it('is not found by works that are put into it, which stay as they are', async () => {
    const user = await api.user();
    const [project, other] = [await create(user), await create(user)];
    const { id } = await submitImage(user, { project_id: other });
    const change = () => user.post('/api/library/change', { ids: [id], project, favorite: true });
    expect(await sendDuringDeletion(project, change)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    expect((await user.get(`/api/generations/${id}`)).body).toMatchObject({
      generation: { project_id: other, is_favorite: false },
    });
  });

  it('stops no change and no deletion of its works, which are many', async () => {
    const user = await api.user({ credits: 100_000 });
    const { id } = await finishImage(api.deps, user);
    for (let round = 0; round < 2; round += 1) {
      const project = await create(user);
      // Times and ids are in different orders.
      const { rows } = await pool.query<{ id: string }>(
        `insert into generation
         select (jsonb_populate_record(g, jsonb_build_object('id', gen_random_uuid(), 'project_id', $2::text, 'cost', 1,
                  'settled', 0, 'released', 1, 'status', 'failed', 'provider_request_id', null,
                  'created_at', now() - make_interval(secs => 1000 * random())))).*
           from generation g, generate_series(1, 800) where g.id = $1 returning id`,
        [id, project],
      );
      const ids = rows.map((row) => row.id);
      const replies = await Promise.all([
        user.post('/api/library/change', { ids, favorite: true }),
        user.post('/api/library/trash', { ids }),
        user.request(`/api/projects/${project}`, { method: 'DELETE' }),
      ]);
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
      await pool.query('delete from generation where id = any($1::uuid[])', [ids]);
      await repairGenerationCounts(api.deps.db, user.userId);
    }
  });

  it('does not stop a change of works of which some are in it already', async () => {
    const user = await api.user();
    for (let round = 0; round < 10; round += 1) {
      const project = await create(user);
      const inside = (await submitImage(user, { project_id: project })).id;
      const ids = [inside, (await submitImage(user)).id];
      const replies = await Promise.all([
        user.post('/api/library/change', { ids, project }),
        user.request(`/api/projects/${project}`, { method: 'DELETE' }),
      ]);
      expect(replies.map(({ status }) => status)).toEqual([expect.toBeOneOf([200, 404]), 200]);
    }
  });
});
