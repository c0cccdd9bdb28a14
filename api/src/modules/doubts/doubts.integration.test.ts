import { maxReturnsPerMonth, type PublicGeneration } from '@atelier/contract';
import { refundGeneration } from '@atelier/db';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { connectSocket } from '../../testing/connect-socket.ts';
import { finishImage } from '../../testing/endings.ts';
import { refusal } from '../../testing/refusal.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';

const api = await startTestApi({ settings: { LIMIT_GENERATE_PER_MINUTE: '100000' } });
afterEach(() => api.store.expectWholeLedger());
afterAll(() => api.close());

const closed = refusal('question_closed', 'This question is already closed');

const answer = (user: TestUser, id: string, said: string) =>
  user.post(`/api/generations/${id}/answer`, { answer: said });

async function findGeneration(user: TestUser, id: string): Promise<PublicGeneration | undefined> {
  const { body } = await user.get(`/api/generations/${id}`);
  return (body as { generation?: PublicGeneration }).generation;
}

async function readLeft(user: TestUser): Promise<number> {
  const { credits } = (await user.get('/api/user/info')).body as { credits: { left_credits: number } };
  return credits.left_credits;
}

const doubtful = (user: TestUser) => finishImage(api.deps, user, { doubtful: [0] });

describe('the question about a doubtful result', () => {
  it('is asked with what would come back, for a day', async () => {
    const user = await api.user({ credits: 1_000 });
    const { id } = await doubtful(user);
    const found = await findGeneration(user, id);
    expect(found?.question).toMatchObject({ doubt: 'blank', credits: found?.credits.settled });
    const hours =
      (Date.parse(found?.question?.until ?? '') - Date.parse(found?.finished_at ?? '')) / 3_600_000;
    expect(hours).toBe(24);
  });

  it('is not asked when only some of several images are doubtful', async () => {
    const user = await api.user({ credits: 1_000 });
    const { id } = await finishImage(api.deps, user, { images: ['shown', 'shown'], doubtful: [1] });
    expect((await findGeneration(user, id))?.question).toBeNull();
    expect(await answer(user, id, 'return')).toMatchObject({ status: 409, body: closed });
    const both = await finishImage(api.deps, user, { images: ['shown', 'shown'], doubtful: [0, 1] });
    expect((await findGeneration(user, both.id))?.question).toMatchObject({ doubt: 'blank' });
  });

  it('is over when the result is kept', async () => {
    const user = await api.user({ credits: 1_000 });
    const { id } = await doubtful(user);
    const left = await readLeft(user);
    expect(await answer(user, id, 'keep')).toMatchObject({
      status: 200,
      body: { returned_credits: 0, left_credits: left },
    });
    expect((await findGeneration(user, id))?.question).toBeNull();
    for (const said of ['keep', 'return'])
      expect(await answer(user, id, said)).toMatchObject({ status: 409, body: closed });
    expect(await readLeft(user)).toBe(left);
  });

  it('refunds the credits once, however many ask at the same time, and deletes the result for good', async () => {
    const user = await api.user({ credits: 1_000 });
    const { id, keys } = await doubtful(user);
    const replies = await Promise.all(
      ['return', 'keep', 'return', 'return', 'keep', 'return'].map((said) => answer(user, id, said)),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
    const wasReturned = replies.some(
      ({ body }) => (body as { returned_credits: number }).returned_credits > 0,
    );
    expect((await readLeft(user)) === 1_000).toBe(wasReturned);
    if (!wasReturned) return;
    expect(await findGeneration(user, id)).toBeUndefined();
    expect((await user.get(`/media/${keys[0]}`)).status).toBe(404);
    expect((await user.get(`/api/trash/${id}`)).status).toBe(404);
    expect(await user.post('/api/library/restore', { ids: [id] })).toMatchObject({ body: { skipped: [id] } });
    const { rows } = await api.store.owner.pool.query('select key from outbox where key = $1', [
      `delete-files:${id}`,
    ]);
    expect(rows).toHaveLength(1);
  });

  it('is announced to every browser when it is answered', async () => {
    const user = await api.user({ credits: 1_000 });
    const { id } = await doubtful(user);
    const socket = await connectSocket(api, user);
    const names: string[] = [];
    socket.onAny((name: string, body: { id?: string }) => names.push(`${name} ${body.id ?? ''}`.trim()));
    expect(await answer(user, id, 'return')).toMatchObject({
      body: { returned_credits: expect.any(Number), left_credits: 1_000 },
    });
    await expect
      .poll(() => names)
      .toEqual(expect.arrayContaining([`generation:deleted ${id}`, 'library:changed', 'credits:changed']));
    socket.close();
  });

  it('is closed after a day, when support has refunded it, and when it is in the trash', async () => {
    const user = await api.user({ credits: 1_000 });
    const [late, refunded, deleted] = await Promise.all([doubtful(user), doubtful(user), doubtful(user)]);
    await api.store.owner.pool.query(
      `update generation set finished_at = finished_at - interval '25 hours' where id = $1`,
      [late.id],
    );
    expect((await findGeneration(user, late.id))?.question).toBeNull();
    expect(await answer(user, late.id, 'return')).toMatchObject({ status: 409, body: closed });
    const generation = { id: refunded.id, user_id: user.userId, settled: 8 };
    await refundGeneration(api.deps.db, generation, { operatorId: user.userId, reason: 'Kindness' });
    expect(await answer(user, refunded.id, 'return')).toMatchObject({ status: 409, body: closed });
    await user.post('/api/library/trash', { ids: [deleted.id], deleteFiles: true });
    expect((await answer(user, deleted.id, 'return')).status).toBe(404);
  });

  it(`is answered by a return at most ${maxReturnsPerMonth} times in 30 days, also at once`, async () => {
    const user = await api.user({ credits: 1_000 });
    const generations = await Promise.all(
      Array.from({ length: maxReturnsPerMonth + 3 }, () => doubtful(user)),
    );
    const replies = await Promise.all(generations.map(({ id }) => answer(user, id, 'return')));
    const refused = replies.filter(({ status }) => status !== 200);
    expect(refused.map(({ body }) => body)).toEqual(
      Array.from({ length: 3 }, () =>
        refusal('return_limit', 'You have reached the monthly limit of returned results'),
      ),
    );
    // The refused questions are still open.
    const kept = generations.filter((_, at) => replies[at]?.status !== 200);
    for (const { id } of kept) expect((await answer(user, id, 'keep')).status).toBe(200);
  });

  it('is nothing that another user can answer, or that is answered otherwise', async () => {
    const user = await api.user({ credits: 1_000 });
    const other = await api.user({ credits: 1_000 });
    const { id } = await doubtful(user);
    expect((await answer(other, id, 'return')).status).toBe(404);
    expect((await answer(user, id, 'perhaps')).status).toBe(400);
    expect((await findGeneration(user, id))?.question).not.toBeNull();
  });
});
