import { randomBytes, randomUUID } from 'node:crypto';
import type { TrashReply } from '@atelier/contract';
import { repairGenerationCounts } from '@atelier/db';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { finishImage, finishVideo } from '../../testing/endings.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import { submitVideo } from '../../testing/submissions.ts';

const api = await startTestApi({ settings: { TRASH_DAYS: '7', LIMIT_RUNNING: '3' } });
const { pool } = api.store.owner;
const inserted: string[] = [];
afterEach(async () => {
  // They have no ledger entries.
  const { rows } = await pool.query<{ user_id: string }>(
    'delete from generation where id = any($1) returning user_id',
    [inserted.splice(0)],
  );
  for (const userId of new Set(rows.map(({ user_id }) => user_id)))
    await repairGenerationCounts(api.deps.db, userId);
  await api.store.expectWholeLedger();
});
afterAll(() => api.close());

const trash = (user: TestUser, ids: readonly string[], more: object = {}) =>
  user.post('/api/library/trash', { ids, ...more });
const restore = (user: TestUser, ids: readonly string[]) => user.post('/api/library/restore', { ids });
const empty = (user: TestUser, body?: object) => user.request('/api/trash', { method: 'DELETE', body });

async function listed(user: TestUser, query = ''): Promise<TrashReply> {
  const reply = await user.get(`/api/trash${query}`);
  expect(reply.status).toBe(200);
  return reply.body as TrashReply;
}
const idsIn = ({ data }: TrashReply) => data.map(({ generation }) => generation.id);
const readCredits = async (user: TestUser) =>
  ((await user.get('/api/user/info')).body as { credits: object }).credits;

/** Rows of one user that have ended, as many as a test wants. */
async function insertMany(user: TestUser, count: number): Promise<string[]> {
  const { id } = await finishVideo(api.deps, user);
  const { rows } = await pool.query<{ id: string }>(
    `insert into generation select (jsonb_populate_record(g, jsonb_build_object('id', gen_random_uuid(), 'cost', 1,
            'settled', 0, 'released', 1, 'status', 'failed', 'provider_request_id', null))).*
       from generation g, generate_series(2, $2) where g.id = $1 returning id`,
    [id, count],
  );
  const ids = rows.map((row) => row.id);
  await repairGenerationCounts(api.deps.db, user.userId);
  inserted.push(...ids);
  return [id, ...ids];
}

describe('the trash', () => {
  it('lists what was deleted, last deleted first, with the day on which each leaves it', async () => {
    const user = await api.user();
    const [video, image] = [await finishVideo(api.deps, user), await finishImage(api.deps, user)];
    const credits = await readCredits(user);
    await user.request('/api/video-generation/delete', { method: 'DELETE', body: { id: video.id } });
    const reply = await trash(user, [image.id], { deleteFiles: false });
    expect([reply.status, reply.body]).toEqual([200, { moved: 1, skipped: [] }]);
    const found = await listed(user);
    expect(found).toMatchObject({ total: 2, next: null });
    expect(idsIn(found)).toEqual([image.id, video.id]);
    expect(found.data.map(({ keeps_files }) => keeps_files)).toEqual([true, false]);
    for (const { generation, deleted_at, leaves_at } of found.data) {
      expect(Date.parse(leaves_at) - Date.parse(deleted_at)).toBe(7 * 86_400_000);
      expect(generation.outputs.length).toBeGreaterThan(0);
    }
    expect((await user.get(`/api/generations/${video.id}`)).status).toBe(404);
    expect((await user.get(`/api/trash/${video.id}`)).body).toEqual({ generation: found.data[1] });
    expect(await readCredits(user)).toEqual(credits);
  });

  it('is paged, also where many were deleted in one call', async () => {
    const user = await api.user();
    const ids = await insertMany(user, 7);
    await trash(user, ids);
    const pages: string[][] = [];
    for (let next: string | null = ''; next !== null && pages.length < 9; ) {
      const page: TrashReply = await listed(user, `?pageSize=3${next && `&before=${next}`}`);
      expect(page.total).toBe(7);
      pages.push(idsIn(page));
      next = page.next;
    }
    expect(pages.map((page) => page.length)).toEqual([3, 3, 1]);
    expect(pages.flat().toSorted()).toEqual(ids.toSorted());
    for (const before of ['1_x', `1_${'-'.repeat(36)}`, `1_${'0'.repeat(36)}`])
      expect((await user.get(`/api/trash?before=${before}`)).status).toBe(400);
  });

  it('takes five thousand in one statement and refuses more', { tags: 'load' }, async () => {
    const user = await api.user();
    const [own, foreign] = [await insertMany(user, 900), await insertMany(await api.user(), 2)];
    const ids = [...own, ...foreign, ...Array.from({ length: 4_098 }, () => randomUUID())];
    const query = vi.spyOn(api.deps.db.pool, 'query');
    const reply = await trash(user, ids);
    const statements = query.mock.calls.map(([statement]) => (statement as { name?: string }).name);
    query.mockRestore();
    expect(statements.filter((name) => name === 'mark-trashed')).toHaveLength(1);
    expect(reply.body).toEqual({ moved: 900, skipped: ids.slice(900) });
    expect((await restore(user, ids)).body).toMatchObject({ moved: 900 });
    expect((await listed(user)).total).toBe(0);
    const tooMany = await trash(user, [...ids, randomUUID()]);
    expect([tooMany.status, tooMany.body]).toMatchObject([400, { code: 'validation_failed' }]);
  });

  it('cancels what still runs before it is deleted', async () => {
    const user = await api.user({ credits: 1_000 });
    const [running, done] = [await submitVideo(user), await finishVideo(api.deps, user)];
    expect((await trash(user, [running, done.id])).body).toEqual({ moved: 2, skipped: [] });
    expect(await readCredits(user)).toMatchObject({ left_credits: 700, held_credits: 0 });
    expect((await restore(user, [running])).body).toEqual({ moved: 1, skipped: [] });
    expect((await user.get(`/api/generations/${running}`)).body).toMatchObject({
      generation: { status: 'cancelled' },
    });
  });

  it('ends what waits in one statement, and starts none of it while what runs is cancelled', async () => {
    const user = await api.user({ credits: 20_000 });
    const ids: string[] = [];
    for (let count = 0; count < 25; count += 1) ids.push(await submitVideo(user));
    const query = vi.spyOn(api.deps.db.pool, 'query');
    const reply = await trash(user, ids);
    const statements = query.mock.calls.map(([statement]) => (statement as { name?: string }).name);
    query.mockRestore();
    expect(reply.body).toEqual({ moved: 25, skipped: [] });
    const named = (name: string) => statements.filter((each) => each === name).length;
    expect([named('end-waiting'), named('start-waiting')]).toEqual([1, 0]);
    // The five that run end together, in fewer statements the busier the database is.
    expect(named('mark-generation-ended-of-each')).toBeLessThanOrEqual(5);
    expect(await readCredits(user)).toMatchObject({ left_credits: 20_000, held_credits: 0 });
  });

  it("is its owner's alone", async () => {
    const [owner, stranger] = [await api.user(), await api.user()];
    const [own, foreign] = [await finishVideo(api.deps, stranger), await finishVideo(api.deps, owner)];
    const kept = await finishVideo(api.deps, owner);
    await trash(owner, [foreign.id]);
    expect((await trash(stranger, [own.id, kept.id])).body).toEqual({ moved: 1, skipped: [kept.id] });
    expect((await restore(stranger, [foreign.id])).body).toEqual({ moved: 0, skipped: [foreign.id] });
    expect((await stranger.get(`/api/trash/${foreign.id}`)).status).toBe(404);
    expect((await empty(stranger, { ids: [foreign.id] })).body).toEqual({ removed: 0 });
    expect((await empty(stranger)).body).toEqual({ removed: 1 });
    expect((await listed(owner)).total).toBe(1);
  });

  it('shows files to their owner only, until they are deleted for good', async () => {
    const [owner, visitor] = [await api.user(), api.browser()];
    const { id, key, posterKey } = await finishVideo(api.deps, owner, { is_public: true });
    const read = async (reader: { get: TestUser['get'] }) =>
      Promise.all([key, posterKey].map(async (each) => (await reader.get(`/media/${each}`)).status));
    expect(await read(visitor)).toEqual([200, 200]);
    await trash(owner, [id]);
    expect([await read(visitor), await read(owner)]).toEqual([
      [404, 404],
      [200, 200],
    ]);
    await restore(owner, [id]);
    expect(await read(visitor)).toEqual([200, 200]);
    await trash(owner, [id]);
    await empty(owner);
    expect([await read(visitor), await read(owner)]).toEqual([
      [404, 404],
      [404, 404],
    ]);
  });

  it('gives a generation back as it was, without a project that is gone', async () => {
    const user = await api.user();
    const { id } = await finishImage(api.deps, user);
    await user.post('/api/image-generation/favorite', { imageId: id, isFavorite: true, tags: ['sea'] });
    const project = randomUUID();
    await pool.query("insert into project (id, user_id, name, position) values ($1, $2, 'Sea', 0)", [
      project,
      user.userId,
    ]);
    await pool.query('update generation set project_id = $2 where id = $1', [id, project]);
    const { generation: before } = (await user.get(`/api/generations/${id}`)).body as { generation: object };
    await trash(user, [id]);
    await pool.query('delete from project where id = $1', [project]);
    await restore(user, [id, id]);
    expect((await user.get(`/api/generations/${id}`)).body).toMatchObject({
      generation: { ...before, revision: expect.any(Number), project_id: null },
    });
    expect((await restore(user, [id])).body).toEqual({ moved: 0, skipped: [id] });
  });
});

describe('emptying the trash', () => {
  const filesToRemove = async (ids: readonly string[]) => {
    const { rows } = await pool.query<{ id: string }>(
      `select payload->>'generationId' as id from outbox where key like 'delete-files:%'`,
    );
    return rows.flatMap(({ id }) => (ids.includes(id) ? id : [])).toSorted();
  };

  it('removes what it held, asks for the removal of the files, and leaves the rest', async () => {
    const user = await api.user();
    const ids = await insertMany(user, 1_204);
    const [kept = '', inList = '', ...others] = ids;
    await trash(user, others);
    await trash(user, [kept], { deleteFiles: false });
    const credits = await readCredits(user);
    const [one = '', ...rest] = others;
    expect((await empty(user, { ids: [one, inList] })).body).toEqual({ removed: 1 });
    expect((await listed(user)).total).toBe(1_202);
    expect((await empty(user)).body).toEqual({ removed: 1_202 });
    expect((await empty(user)).body).toEqual({ removed: 0 });
    expect((await listed(user)).total).toBe(0);
    expect(await filesToRemove(ids)).toEqual([one, ...rest].toSorted());
    expect((await restore(user, [one])).body).toEqual({ moved: 0, skipped: [one] });
    expect((await user.get(`/api/generations/${inList}`)).status).toBe(200);
    expect(await readCredits(user)).toEqual(credits);
    const receipt = await user.get(`/api/generations/${kept}/receipt`);
    expect(receipt.status).toBe(200);
  });
});

describe('a file', () => {
  const find = async (user: TestUser, sha256: string) =>
    (await user.post('/api/library/find-file', { sha256 })).body;

  it('is found by its hash by the owner of the generation that made it, unless that is deleted', async () => {
    const [owner, stranger] = [await api.user(), await api.user()];
    const { id } = await finishVideo(api.deps, owner);
    const hash = randomBytes(32).toString('hex');
    await pool.query(`update output set sha256 = decode($2, 'hex') where generation_id = $1`, [id, hash]);
    expect(await find(owner, hash)).toEqual({ generation: { id, medium: 'video', position: 0 } });
    expect(await find(stranger, hash)).toEqual({ generation: null });
    expect(await find(owner, randomBytes(32).toString('hex'))).toEqual({ generation: null });
    expect(await find(owner, 'no hash')).toMatchObject({ code: 'validation_failed' });
    await trash(owner, [id]);
    expect(await find(owner, hash)).toEqual({ generation: null });
  });
});
