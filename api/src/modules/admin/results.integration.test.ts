import { randomUUID } from 'node:crypto';
import type { AdminResultsReply } from '@atelier/contract';
import {
  countEnds,
  insertOutput,
  markGenerationEnded,
  recordKindCheck,
  recordKindCheckFailure,
} from '@atelier/db';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { auditEvents } from '../../testing/audit-events.ts';
import { finishImage, sendToProvider } from '../../testing/endings.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import { submitImage } from '../../testing/submissions.ts';

const api = await startTestApi();
afterEach(() => api.store.expectWholeLedger());
afterAll(() => api.close());
const operator = await api.user({ email: 'Ops@Atelier.test' });

const frames = Buffer.from('RIFF pictures');

/** A failed image, as the worker ends one that is black. */
async function finishBlack(user: TestUser): Promise<{ id: string; outputId: string; requestId: string }> {
  const { id } = await submitImage(user, { num_images: 1 });
  const requestId = await sendToProvider(api.deps, id);
  const outputId = randomUUID();
  await insertOutput(
    api.deps.db.pool,
    {
      id: outputId,
      generation_id: id,
      position: 0,
      content_type: 'image/png',
      original_url: 'https://v3.fal.media/files/black.png',
    },
    { fault: 'blank', doubt: null, measured: { spread: 1 }, frames },
  );
  const error = { code: 'result_blank' as const, detail: null };
  await markGenerationEnded(api.deps.db.pool, {
    generationId: id,
    status: 'failed',
    chargeCredits: 0,
    error,
  });
  return { id, outputId, requestId };
}

async function read(query = ''): Promise<AdminResultsReply> {
  return (await operator.get(`/api/admin/results${query}`)).body as AdminResultsReply;
}

const listFindings = async (user: TestUser, query = '') =>
  (await read(query)).findings.filter(({ user_id }) => user_id === user.userId);

describe('the results that were inspected', () => {
  it('are counted by kind: what completed, what was faulty, doubtful and returned, and why', async () => {
    const user = await api.user({ credits: 1_000 });
    await finishImage(api.deps, user);
    await finishBlack(user);
    const [kept, returned] = [
      await finishImage(api.deps, user, { doubtful: [0] }),
      await finishImage(api.deps, user, { images: ['shown', 'shown'], doubtful: [0, 1] }),
    ];
    await user.post(`/api/generations/${kept.id}/answer`, { answer: 'keep' });
    await user.post(`/api/generations/${returned.id}/answer`, { answer: 'return' });
    // Ends are counted a minute later.
    await api.store.owner.pool.query(
      `update generation set finished_at = finished_at - interval '2 minutes' where user_id = $1`,
      [user.userId],
    );
    await api.store.owner.pool.query("update kind_hour_mark set counted_to = now() - interval '1 hour'");
    await countEnds(api.store.owner.pool, ['flux-schnell']);
    const { kinds } = await read();
    expect(kinds).toEqual([
      {
        kind: 'flux-schnell',
        completed: 3,
        faulty: 1,
        doubtful: 2,
        returned: 1,
        reasons: [
          { reason: 'blank', is_fault: false, count: 2 },
          { reason: 'blank', is_fault: true, count: 1 },
        ],
      },
    ]);
  });

  it('are listed with what a claim at the provider needs, those of one kind alone if asked', async () => {
    const user = await api.user({ credits: 1_000 });
    const { id, outputId, requestId } = await finishBlack(user);
    const expected = {
      output_id: outputId,
      generation_id: id,
      kind: 'flux-schnell',
      position: 0,
      reason: 'blank',
      is_fault: true,
      answer: null,
      measured: { spread: 1 },
      has_frames: true,
      provider_request_id: requestId,
      original_url: 'https://v3.fal.media/files/black.png',
    };
    expect(await listFindings(user)).toMatchObject([expected]);
    expect(await listFindings(user, '?window=week&kind=flux-schnell')).toMatchObject([expected]);
    expect(await listFindings(user, '?kind=vace')).toEqual([]);
    await api.store.owner.pool.query(
      `update inspection set created_at = created_at - interval '2 days' where output_id = $1`,
      [outputId],
    );
    expect(await listFindings(user)).toEqual([]);
    expect(await listFindings(user, '?window=week')).toHaveLength(1);
    expect((await operator.get('/api/admin/results?window=year')).status).toBe(400);
  });

  it('show the pictures of what is faulty, which the audit log has, and none of what its owner may keep', async () => {
    const user = await api.user({ credits: 1_000 });
    const { id, outputId } = await finishBlack(user);
    const reply = await operator.get(`/api/admin/results/${outputId}/frames`);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('image/webp');
    expect(reply.headers.get('cache-control')).toBe('private, no-store');
    const by = { actor: 'operator', actor_id: operator.userId, user_id: user.userId };
    expect(await auditEvents(api, { name: 'operator_viewed_result', userId: user.userId })).toMatchObject([
      { ...by, details: { generation_id: id, output_id: outputId } },
    ]);

    const doubtful = await finishImage(api.deps, user, { doubtful: [0] });
    await api.store.owner.pool.query(
      'update inspection set frames = $2 where output_id in (select id from output where generation_id = $1)',
      [doubtful.id, frames],
    );
    const findFinding = async () =>
      (await listFindings(user)).find(({ generation_id }) => generation_id === doubtful.id);
    const path = `/api/admin/results/${(await findFinding())?.output_id}/frames`;
    expect(await findFinding()).toMatchObject({ is_fault: false, has_frames: false });
    expect((await operator.get(path)).status).toBe(404);
  });

  it('come with what the check of the kinds found, and of which fal did not answer', async () => {
    const finding = { code: 'value_gone', field: 'resolution', ours: '580p', theirs: '480p, 720p' } as const;
    const { pool } = api.deps.db;
    expect((await read()).checks).toEqual([]);
    await recordKindCheck(pool, { kind: 'vace', endpoint: 'fal-ai/wan-vace', findings: [finding] });
    await recordKindCheckFailure(pool, { kind: 'sd35', endpoint: 'fal-ai/sd', reason: 'answers 503' });
    const time = expect.stringMatching(/^\d{4}-/);
    expect((await read()).checks).toEqual([
      {
        kind: 'vace',
        endpoint: 'fal-ai/wan-vace',
        findings: [finding],
        found_at: time,
        checked_at: time,
        failure: null,
      },
      {
        kind: 'sd35',
        endpoint: 'fal-ai/sd',
        findings: [],
        failure: 'answers 503',
        found_at: null,
        checked_at: null,
      },
    ]);
  });

  it('do not exist for users and visitors', async () => {
    const { outputId } = await finishBlack(await api.user({ credits: 1_000 }));
    for (const browser of [await api.user(), api.browser()])
      for (const path of ['', `/${outputId}/frames`])
        expect((await browser.get(`/api/admin/results${path}`)).status).toBe(404);
    expect((await operator.get(`/api/admin/results/${randomUUID()}/frames`)).status).toBe(404);
  });
});
