import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PublicCut, PublicGeneration } from '@atelier/contract';
import { listOutputs } from '@atelier/db';
import { makeTestFile } from '@atelier/media/testing';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { finishNextCut, finishVideo } from '../../testing/endings.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import { uploadSound } from '../../testing/submissions.ts';

const api = await startTestApi();
let content: Buffer;
let user: TestUser;
let address: string;
beforeAll(async () => {
  const path = join(api.store.dataDir, 'counted.mp4');
  makeTestFile('countedMp4', path);
  content = await readFile(path);
  user = await api.user();
  address = await makeVideo(user);
});
afterAll(() => api.close());

async function makeVideo(owner: TestUser): Promise<string> {
  const { id } = await finishVideo(api.deps, owner, { content });
  const [output] = await listOutputs(api.deps.db.pool, id);
  return `http://atelier.test/media/${output?.storage_key}`;
}

type Clip = Record<string, unknown>;
const clip = (changes: Clip = {}): Clip => ({ url: address, start: 0, end: 1, ...changes });
const submit = (plan: object, more: object = {}, by: TestUser = user) =>
  by.post('/api/cuts', { plan, ...more });

async function submitted(
  plan: object = { clips: [clip()] },
  by = user,
  more: object = {},
): Promise<PublicCut> {
  const reply = await submit(plan, more, by);
  expect([reply.status, reply.body]).toMatchObject([200, { cut: { state: 'waiting' } }]);
  return (reply.body as { cut: PublicCut }).cut;
}

const listIssues = (body: unknown) =>
  (body as { issues?: { path: string; code: string }[] }).issues?.map(({ path, code }) => [path, code]);

/** Does the worker's part: a result that has no file. */
async function complete(cut: PublicCut): Promise<string> {
  await api.store.owner.pool.query(`update cut set next_check_at = 'infinity' where id <> $1`, [cut.id]);
  return finishNextCut(api.deps);
}

describe('a cut', () => {
  it('is taken with what is left out, listed, followed and cancelled', async () => {
    const owner = await api.user();
    const own = await makeVideo(owner);
    const cut = await submitted({ clips: [clip({ url: own })] }, owner);
    expect(cut).toMatchObject({ percent: null, generation_id: null, error: null, finished_at: null });
    expect((await owner.get('/api/cuts')).body).toEqual({ data: [cut] });
    expect((await owner.get(`/api/cuts/${cut.id}`)).body).toEqual({ cut });
    for (const path of [`/api/cuts/${cut.id}`, `/api/cuts/${uuidv7()}`])
      expect(await user.get(path)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await user.post(`/api/cuts/${cut.id}/cancel`, {})).toMatchObject({ status: 404 });
    const cancelled = { status: 200, body: { cut: { id: cut.id, state: 'cancelled' } } };
    expect(await owner.post(`/api/cuts/${cut.id}/cancel`, {})).toMatchObject(cancelled);
    expect(await owner.post(`/api/cuts/${cut.id}/cancel`, {})).toMatchObject(cancelled);
  });

  it('is the same for a repeated request, and another request with its request_id is refused', async () => {
    const owner = await api.user();
    const clips = [clip({ url: await makeVideo(owner), end: 0.5 })];
    const more = { request_id: randomUUID() };
    const first = await submitted({ clips }, owner, more);
    const again = await Promise.all([submit({ clips }, more, owner), submit({ clips }, more, owner)]);
    for (const reply of again) expect(reply.body).toMatchObject({ cut: { id: first.id } });
    const own = (await owner.get('/api/library')).body as { data: { id: string }[] };
    await owner.post('/api/library/trash', { ids: own.data.map(({ id }) => id) });
    expect((await submit({ clips }, more, owner)).body).toMatchObject({ cut: { id: first.id } });
    const other = await submit({ clips, caption: 'Dawn' }, more, owner);
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } });
    expect((await owner.get('/api/cuts')).body).toMatchObject({ data: [{ id: first.id }] });
  });

  it.each([
    ['no clip', [], 'plan.clips', 'value_refused'],
    ['a clip that ends before it begins', [{ start: 2, end: 1 }], 'plan.clips.0.end', 'number_range'],
    [
      'a clip that is too short when it is played fast',
      [{ end: 0.3, speed: 4 }],
      'plan.clips.0.end',
      'number_range',
    ],
    [
      'a clip that begins after its video',
      [{}, { start: 60, end: 61 }],
      'plan.clips.1.start',
      'number_range',
    ],
    ['more than ten minutes', [{ end: 151, speed: 0.25 }], 'plan.clips', 'video_too_long'],
    ['a speed that is none', [{ speed: 0 }], 'plan.clips.0.speed', 'value_refused'],
  ])('is refused with %s, at the field', async (_title, clips, path, code) => {
    const reply = await submit({ clips: clips.map(clip) });
    expect(reply).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(listIssues(reply.body)).toEqual([[path, code]]);
  });

  it.each([
    ['a file of another user', async () => makeVideo(await api.user()), 'file_not_found'],
    ['a file that is elsewhere', async () => 'https://example.com/a.mp4', 'file_not_found'],
    ['no file', async () => '/media/u/none.mp4', 'file_not_found'],
  ])('is refused with %s, which is named', async (_title, findUrl, code) => {
    const reply = await submit({ clips: [clip(), clip({ url: await findUrl() })] });
    expect(reply.body).toMatchObject({ code, path: 'plan.clips.1.url' });
  });

  it('of sounds takes sounds alone, and one of videos videos alone', async () => {
    const sound = await uploadSound(user);
    await submitted({ result: 'wav', clips: [clip({ url: sound }), clip({ url: sound, repeats: 2 })] });
    const heard = await submit({ result: 'mp3', clips: [clip({ url: sound }), clip()] });
    expect(heard.body).toMatchObject({ code: 'unsupported_file', path: 'plan.clips.1.url' });
    const seen = await submit({ clips: [clip({ url: sound })] });
    expect(seen.body).toMatchObject({ code: 'unsupported_file', path: 'plan.clips.0.url' });
    expect((await submit({ result: 'flac', clips: [clip({ url: sound })] })).status).toBe(400);
  });

  it('is refused with a project that is not there, and beyond a few at a time', async () => {
    const owner = await api.user();
    const own = await makeVideo(owner);
    const clips = [clip({ url: own, end: 0.5 })];
    const unknown = await submit({ clips }, { project_id: uuidv7() }, owner);
    expect(listIssues(unknown.body)).toEqual([['project_id', 'project_unknown']]);
    const atOnce = await Promise.all(Array.from({ length: 12 }, () => submit({ clips }, {}, owner)));
    expect(atOnce.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(await submit({ clips }, {}, owner)).toMatchObject({
      status: 429,
      body: { code: 'too_many_cuts', limit: 5 },
    });
  });

  it('needs an account that has paid', async () => {
    const visitor = await api.user({ credits: 0 });
    const reply = await submit({ clips: [clip()] }, {}, visitor);
    expect(reply).toMatchObject({ status: 403, body: { code: 'please_upgrade_account' } });
  });

  it('becomes a free work of the library, made from its sources', async () => {
    const id = await complete(await submitted({ clips: [clip(), clip({ start: 1, end: 2 })] }));
    const reply = await user.get(`/api/generations/${id}`);
    const { generation } = reply.body as { generation: PublicGeneration };
    expect(generation).toMatchObject({
      kind: 'cut',
      medium: 'video',
      status: 'completed',
      credits: { cost: 0, settled: 0, released: 0 },
    });
    const lineage = await user.get(`/api/generations/${id}/lineage`);
    expect(lineage.body).toMatchObject({ parents: [{ field: 'clips' }] });
    const library = await user.get('/api/library?page=1&pageSize=50');
    expect(library.body).toMatchObject({ data: expect.arrayContaining([expect.objectContaining({ id })]) });
  });
});
