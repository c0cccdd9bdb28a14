import { getKind } from '@atelier/catalog';
import { getProvider, kindsOfInstalledTypes, listExamples } from '@atelier/catalog/server';
import type { AdminResultsReply, KindClosuresReply } from '@atelier/contract';
import { listKindVerifications, verifyKindByCheck } from '@atelier/db';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditEvents } from '../../testing/audit-events.ts';
import { startTestApi } from '../../testing/start-test-api.ts';
import { createVideoPath, textToVideo } from '../../testing/submissions.ts';
import { openTestStore } from '../../testing/test-store.ts';
import { closeUnverified } from './close-unverified.ts';

const store = await openTestStore();
const api = await startTestApi({ store });
const operator = await api.user({ email: 'ops@atelier.test' });
const { pool } = store.owner;
/** Kind that is taken for one of which no document of the provider was read. */
const kind = 'z-image-turbo';
const { endpoint } = getProvider(getKind(kind));
const list = kindsOfInstalledTypes as Set<string>;
const reason = 'I have read its page and paid for one image';

beforeEach(() => {
  list.delete(kind);
  list.delete('text-to-video');
});
afterEach(async () => {
  list.add(kind).add('text-to-video');
  await pool.query('delete from kind_closure');
  await pool.query('delete from kind_verification');
  await store.expectWholeLedger();
});
afterAll(async () => {
  await api.close();
  await store.close();
});

/** Starts as a process of production does before it takes requests. */
const start = () => closeUnverified(api.deps);
const act = (name: 'close' | 'announce' | 'open', body: object = {}) =>
  operator.post(`/api/admin/kinds/${kind}/${name}`, { reason, ...body });
const closures = async () =>
  ((await api.browser().get('/api/kinds/closures')).body as KindClosuresReply).closures.filter(
    (each) => each.kind === kind,
  );
const unverified = async () =>
  ((await operator.get('/api/admin/results')).body as AdminResultsReply).unverified.filter(
    (each) => each.kind === kind,
  );
const line = { kind, input: listExamples(getKind(kind))[0]?.input };
const submit = async () => {
  const user = await api.user({ credits: 1_000 });
  return user.post('/api/batches', { lines: [line], request_id: crypto.randomUUID() });
};
const refused = { success: false, code: 'kind_closed', kind };

describe('an unverified kind in production', () => {
  it('is closed at the start of a process, at every door, while those of the specification stay open', async () => {
    await start();
    await start();
    expect(await closures()).toEqual([
      {
        kind,
        is_closed: true,
        closed_at: expect.any(String),
        leaves_at: null,
        successor: null,
        note: null,
        cause: 'unverified',
      },
    ]);
    const user = await api.user({ credits: 1_000 });
    const doors = {
      '/api/batches': { lines: [line], dry_run: true },
      '/api/wan/createImage': { ...line.input, image_generation_type: 'text-to-image', model: kind },
    };
    for (const [path, body] of Object.entries(doors)) {
      const reply = await user.post(path, body);
      expect([path, reply.status, reply.body]).toMatchObject([path, 409, refused]);
    }
    const reply = await user.request('/api/wan/fal/proxy', {
      method: 'POST',
      body: { prompt: 'A boat' },
      headers: { 'x-fal-target-url': `https://queue.fal.run/${endpoint}` },
    });
    expect([reply.status, reply.body]).toMatchObject([409, { code: 'kind_closed' }]);
    expect((await user.post(createVideoPath, textToVideo)).status).toBe(200);
  });

  it('is open as long as no process of production starts', async () => {
    expect(await closures()).toEqual([]);
    expect(await unverified()).toMatchObject([{ is_closed: false, cause: null, verified: null }]);
    expect((await submit()).status).toBe(200);
  });

  it('is shown to operators with the documents to read', async () => {
    await start();
    expect(await unverified()).toEqual([
      {
        kind,
        endpoint,
        is_closed: true,
        cause: 'unverified',
        documents: {
          schema: expect.stringContaining(encodeURIComponent(endpoint)),
          price: getProvider(getKind(kind)).price?.source,
        },
        verified: null,
      },
    ]);
  });

  it('opens when an operator vouches for it with a reason, and stays open', async () => {
    await start();
    expect((await act('open', { reason: '' })).status).toBe(400);
    expect((await act('open')).status).toBe(200);
    await start();
    expect(await closures()).toEqual([]);
    expect((await submit()).status).toBe(200);
    expect(await unverified()).toMatchObject([
      {
        is_closed: false,
        verified: { by: 'operator', operator_email: 'ops@atelier.test', reason, schema: null, price: null },
      },
    ]);
    expect((await auditEvents(api, { name: 'operator_opened_kind' }))[0]).toMatchObject({
      actor_id: operator.userId,
      reason,
      details: { kind },
    });
  });

  it('is open when a check has compared it, until its endpoint is another one', async () => {
    const documents = { schema: 'https://fal.ai/schema', price: 'https://fal.ai/price' };
    await verifyKindByCheck(pool, { kind, endpoint, ...documents });
    await start();
    expect(await closures()).toEqual([]);
    expect(await unverified()).toMatchObject([{ verified: { by: 'check', ...documents } }]);
    await pool.query(`update kind_verification set endpoint = 'fal-ai/other'`);
    await start();
    expect(await closures()).toMatchObject([{ kind, is_closed: true, cause: 'unverified' }]);
  });

  it('opens with the release that verifies it', async () => {
    await start();
    list.add(kind);
    await start();
    expect(await closures()).toEqual([]);
  });

  it('keeps what an operator has announced, and is not opened where an operator closed it', async () => {
    list.add(kind);
    await act('announce', { leaves_at: '2099-12-31' });
    list.delete(kind);
    await start();
    expect(await closures()).toMatchObject([
      { is_closed: true, leaves_at: '2099-12-31', cause: 'unverified' },
    ]);
    list.add(kind);
    await start();
    expect(await closures()).toMatchObject([{ is_closed: false, leaves_at: '2099-12-31', cause: null }]);
    list.delete(kind);
    await start();
    await act('close');
    list.add(kind);
    await start();
    expect(await closures()).toMatchObject([{ is_closed: true, cause: null }]);
    expect(await listKindVerifications(pool)).toEqual([]);
  });

  it('opens when its last day is announced, which is an operator’s word as well', async () => {
    await start();
    await act('announce', { leaves_at: '2099-12-31' });
    await start();
    expect(await closures()).toMatchObject([{ is_closed: false, leaves_at: '2099-12-31', cause: null }]);
    expect(await listKindVerifications(pool)).toMatchObject([{ kind, verified_by: 'operator', reason }]);
  });
});
