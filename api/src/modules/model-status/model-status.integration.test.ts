import { getKind, type KindInput, kinds } from '@atelier/catalog';
import type { StatusReply } from '@atelier/contract';
import { countEnds } from '@atelier/db';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../../testing/start-test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());

/** Generations of one kind that ended two minutes ago, or as given, without the entries of a ledger. */
async function end(status: 'completed' | 'failed', count: number, code: string | null = null): Promise<void> {
  const { userId } = await api.user();
  await api.store.owner.pool.query(
    `insert into generation (id, user_id, kind, medium, status, stage, prompt, model, input, cost, settled, released,
                             expected_seconds, provider_endpoint, created_at, submitted_at, finished_at, deadline_at,
                             next_check_at, error_code)
     select gen_random_uuid(), $1, 'flux-schnell', 'image', $2, 'done', 'A secret fox', 'm', '{}', 8,
            case $2 when 'completed' then 8 else 0 end, case $2 when 'completed' then 0 else 8 end, 2, 'e',
            now() - interval '130 seconds', now() - interval '129 seconds', now() - interval '125 seconds', now(), now(), $4
       from generate_series(1, $3)`,
    [userId, status, count, code],
  );
}

/** Counts until only the last minute is left. */
async function countAll(): Promise<void> {
  let countedTo: Date | undefined;
  do countedTo = await countEnds(api.deps.db.pool, ['flux-schnell']);
  while (countedTo && countedTo.getTime() < Date.now() - 70_000);
}

describe('the status of the models', () => {
  it('is public, covers every kind, and says what has ended without saying whose', async () => {
    await end('completed', 6);
    await end('failed', 4, 'provider_unavailable');
    await countAll();
    const reply = await api.browser().get('/api/status');
    expect(reply.status).toBe(200);
    expect(reply.headers.get('cache-control')).toBe('public, max-age=2');
    const status = reply.body as StatusReply;
    expect(status.kinds.map(({ id }) => id)).toEqual(kinds.map(({ id }) => id));
    const flux = status.kinds.find(({ id }) => id === 'flux-schnell');
    expect(flux).toMatchObject({
      medium: 'image',
      recent: { failed: 4, total: 10 },
      is_failing: true,
      day: {
        completed: 6,
        failed: 4,
        refused: 0,
        cancelled: 0,
        returned: 4,
        refunded: 0,
        back_seconds: null,
      },
      week: { completed: 6, failed: 4 },
    });
    expect(flux?.day.run_seconds?.p50).toBeCloseTo(4, 0);
    expect(flux?.day.wait_seconds?.p50).toBeCloseTo(1, 0);
    expect(flux?.day).toMatchObject({ kept: null, tenths: null });
    expect(flux?.expected).toMatchObject({ typical: 1, wait_seconds: 0, slices: [] });
    expect(status.kinds.find(({ id }) => id === 'text-to-video')?.day).toMatchObject({
      completed: 0,
      run_seconds: null,
    });
    expect(JSON.stringify(reply.body)).not.toContain('secret');
  });

  it('says before a submission what the reservation then stores as promised', async () => {
    const reply = await api.browser().get('/api/status');
    const status = (reply.body as StatusReply).kinds.find(({ id }) => id === 'text-to-video');
    const { typical = 0, most = 0, wait_seconds: wait = 0 } = status?.expected ?? {};
    const user = await api.user({ credits: 1_000 });
    await user.post('/api/wan/createVideo', { video_generation_type: 'text-to-video', prompt: 'A' });
    const { rows } = await api.store.owner.pool.query<{ input: KindInput; promised_deciles: number[] }>(
      'select input, promised_deciles from generation where user_id = $1',
      [user.userId],
    );
    const [row = expect.fail('Nothing was reserved')] = rows;
    const guess = getKind('text-to-video').expectedSeconds(row.input);
    expect(row.promised_deciles[4]).toBeCloseTo(guess * typical + wait, 3);
    expect(row.promised_deciles[8]).toBeCloseTo(guess * most + wait, 3);
  });

  it('is read once for all who ask within half a minute', async () => {
    await end('completed', 5);
    const replies = await Promise.all(Array.from({ length: 5 }, () => api.browser().get('/api/status')));
    for (const { body } of replies)
      expect((body as StatusReply).kinds.find(({ id }) => id === 'flux-schnell')?.recent.failed).toBe(4);
  });
});
