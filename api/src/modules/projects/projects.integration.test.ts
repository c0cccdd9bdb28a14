import { randomUUID } from 'node:crypto';
import type { ProjectReply, ProjectsReply, PublicGeneration } from '@atelier/contract';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { finishImage } from '../../testing/endings.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';

const api = await startTestApi();
afterEach(() => api.store.expectWholeLedger());
afterAll(() => api.close());

const create = async (user: TestUser, name: string) =>
  ((await user.post('/api/projects', { name })).body as ProjectReply).project;
const findPoster = async (user: TestUser, id: string) => {
  const { generation } = (await user.get(`/api/generations/${id}`)).body as { generation: PublicGeneration };
  return generation.outputs[0]?.poster_url;
};
const list = async (user: TestUser) => ((await user.get('/api/projects')).body as ProjectsReply).data;
const patch = (user: TestUser, id: string, body: object) =>
  user.request(`/api/projects/${id}`, { method: 'PATCH', body });

describe('projects', () => {
  it('are listed in the order that their owner gives them, archived ones last', async () => {
    const user = await api.user();
    const [a, b, c] = [await create(user, 'A'), await create(user, '  B  '), await create(user, 'C')];
    expect((await list(user)).map(({ name }) => name)).toEqual(['A', 'B', 'C']);
    const ids = [c.id, a.id, b.id, randomUUID()];
    await user.request('/api/projects/order', { method: 'PUT', body: { ids } });
    expect((await list(user)).map(({ name }) => name)).toEqual(['C', 'A', 'B']);
    await patch(user, c.id, { is_archived: true, name: 'Old' });
    expect((await list(user)).map(({ name, is_archived }) => [name, is_archived])).toEqual([
      ['A', false],
      ['B', false],
      ['Old', true],
    ]);
    await patch(user, c.id, { is_archived: false });
    expect((await list(user))[0]?.name).toBe('Old');
  });

  it('show their newest picture or a chosen one, and what their generations cost, also after a deletion', async () => {
    const user = await api.user();
    const project = await create(user, 'Foxes');
    const first = await finishImage(api.deps, user, { images: ['shown'] });
    const second = await finishImage(api.deps, user, { images: ['shown'] });
    await user.post('/api/library/change', { ids: [first.id, second.id], project: project.id });
    const [before] = await list(user);
    expect(before).toMatchObject({ generations: 2, credits: expect.any(Number) });
    expect(before?.cover_url).toBe(await findPoster(user, second.id));
    expect((await patch(user, project.id, { cover_id: first.id })).body).toMatchObject({
      project: { cover_id: first.id, cover_url: await findPoster(user, first.id) },
    });
    await user.request('/api/image-generation/delete', { method: 'DELETE', body: { ids: [first.id] } });
    const [after] = await list(user);
    expect(after).toMatchObject({ generations: 1, credits: before?.credits });
    expect(after?.cover_url).toBe(await findPoster(user, second.id));
  });

  it('leave their generations where they are when they are deleted', async () => {
    const user = await api.user();
    const project = await create(user, 'Gone');
    const { id } = await finishImage(api.deps, user, { images: ['shown'] });
    await user.post('/api/library/change', { ids: [id], project: project.id });
    const gone = await user.request(`/api/projects/${project.id}`, { method: 'DELETE' });
    expect(gone.body).toEqual({ success: true, id: project.id });
    expect((await user.get(`/api/generations/${id}`)).body).toMatchObject({
      generation: { project_id: null },
    });
    expect((await user.request(`/api/projects/${project.id}`, { method: 'DELETE' })).status).toBe(404);
  });

  it('are their owner’s alone: others can neither change nor delete them, nor use their covers', async () => {
    const [owner, other] = [await api.user(), await api.user()];
    const project = await create(owner, 'Mine');
    const { id } = await finishImage(api.deps, owner, { images: ['shown'] });
    expect((await patch(other, project.id, { name: 'Yours' })).status).toBe(404);
    expect((await other.request(`/api/projects/${project.id}`, { method: 'DELETE' })).status).toBe(404);
    // Its own generation, but not in the project.
    expect((await patch(owner, project.id, { cover_id: id })).status).toBe(404);
    expect((await list(owner))[0]).toMatchObject({ name: 'Mine', cover_id: null });
  });

  it('have a name of 1 to 80 characters, and there are at most 200', async () => {
    const user = await api.user();
    for (const name of ['', '   ', 'x'.repeat(81)])
      expect((await user.post('/api/projects', { name })).status).toBe(400);
    await api.store.owner.pool.query(
      `insert into project (id, user_id, name, position) select gen_random_uuid(), $1, 'x', n from generate_series(0, 198) n`,
      [user.userId],
    );
    const atOnce = Array.from({ length: 10 }, () => user.post('/api/projects', { name: 'The last' }));
    expect((await Promise.all(atOnce)).filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = await user.post('/api/projects', { name: 'One more' });
    expect([refused.status, refused.body]).toEqual([
      409,
      expect.objectContaining({ code: 'too_many_projects' }),
    ]);
  });
});

describe('a submission into a project', () => {
  const submit = (user: TestUser, body: object) =>
    user.post('/api/wan/createImage', {
      image_generation_type: 'text-to-image',
      model: 'flux-schnell',
      prompt: 'a fox',
      ...body,
    });

  it('makes a generation that is in the project from the start, also when it is sent twice', async () => {
    const user = await api.user();
    const project = await create(user, 'Foxes');
    const body = { project_id: project.id, request_id: randomUUID() };
    const [first, second] = [await submit(user, body), await submit(user, { ...body, project_id: null })];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.body).toMatchObject({ generation: { project_id: project.id } });
    expect((second.body as { id: string }).id).toBe((first.body as { id: string }).id);
    expect(await list(user)).toMatchObject([{ generations: 1 }]);
  });

  it('is refused at that field, and holds nothing, for what is no project of the user or is archived', async () => {
    const [user, other] = [await api.user(), await api.user()];
    const [foreign, archived] = [await create(other, 'Theirs'), await create(user, 'Old')];
    await patch(user, archived.id, { is_archived: true });
    for (const project_id of [foreign.id, archived.id, randomUUID(), 'foxes', 7]) {
      const refused = await submit(user, { project_id });
      expect([refused.status, refused.body]).toEqual([
        400,
        expect.objectContaining({
          code: 'validation_failed',
          issues: [expect.objectContaining({ path: 'project_id', code: 'project_unknown' })],
        }),
      ]);
    }
    expect((await user.get('/api/library?page=1')).body).toMatchObject({ total: 0 });
  });
});
