import { randomUUID } from 'node:crypto';
import { rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { getKind, parseInput } from '@atelier/catalog';
import { getProvider } from '@atelier/catalog/server';
import type { PublicGeneration, WebhookDeliveriesReply } from '@atelier/contract';
import { findLedgerProblems, listOutputs, reserveGeneration } from '@atelier/db';
import { testRedisUrl } from '@atelier/dev-stack/testing';
import { startWebhookReceiver } from '@atelier/fal-emulator/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { isSignedBy } from './testing/is-signed-by.ts';
import { type Flow, openFlow } from './testing/open-flow.ts';

const redisUrl = await testRedisUrl();
const backends = [
  { backend: 'postgres', url: undefined },
  ...(redisUrl === undefined ? [] : [{ backend: 'redis', url: redisUrl }]),
];
const cost = 300;
const slow = { timeout: 90_000 };
const faults = { ...slow, tags: 'faults' };

describe.each(backends)('the whole product on $backend', ({ backend, url }) => {
  let flow: Flow;
  let before: number;
  beforeAll(async () => {
    flow = await openFlow(url);
  }, 120_000);
  afterAll(() => flow?.close(), 60_000);
  afterEach(async () => {
    emulator().release();
    expect(await findLedgerProblems(flow.db.pool)).toEqual([]);
    expect((await flow.credits()).held_credits).toBe(0);
  });

  const emulator = () => {
    const control = flow.stack.emulator?.control;
    if (!control) throw new Error('The stack has no emulator');
    return control;
  };
  /** The credits that a test spends are counted from here. */
  const begin = async () => {
    emulator().reset();
    before = (await flow.credits()).left_credits;
  };
  const spent = async () => before - (await flow.credits()).left_credits;

  async function expectCompleted(ids: readonly string[]): Promise<void> {
    const rows = await flow.ended(ids);
    expect(rows.map((row) => [row.status, row.error_code])).toEqual(ids.map(() => ['completed', null]));
    expect(await spent()).toBe(ids.length * cost);
    for (const id of ids) expect(await isReadable(id)).toBe(true);
  }

  /** A completed generation has its whole file. */
  async function isReadable(id: string): Promise<boolean> {
    const [output, ...more] = await listOutputs(flow.db.pool, id);
    if (!output?.storage_key || more.length > 0) return false;
    const { body } = await flow.ask<{ generation: PublicGeneration }>('GET', `/api/generations/${id}`);
    const response = await fetch(new URL(body.generation.outputs[0]?.url ?? '', flow.stack.url), {
      headers: { cookie: flow.cookie },
    });
    return response.ok && (await response.arrayBuffer()).byteLength === output.bytes;
  }

  it('makes a video with one submission, at most two status calls and no result call', slow, async () => {
    await begin();
    const ids = await flow.create('Boat');
    await expectCompleted(ids);
    const counts = emulator().counts();
    expect(counts).toMatchObject({ submit: 1, result: 0, cancel: 0 });
    expect(counts.stream).toBeLessThanOrEqual(1);
    expect(counts.status).toBeLessThanOrEqual(2);
  });

  it('dispatches a generation that a killed api process committed but did not enqueue', slow, async () => {
    await begin();
    const kind = getKind('text-to-video');
    const parsed = parseInput(kind, { prompt: 'Boat' });
    if (!parsed.ok) throw new Error('The input is not valid');
    const id = randomUUID();
    await reserveGeneration(flow.db.pool, {
      id,
      userId: flow.userId,
      kind: kind.id,
      medium: kind.medium,
      prompt: 'Boat',
      negativePrompt: '',
      model: 'wan-t2v',
      mode: null,
      width: null,
      height: null,
      input: parsed.input,
      adjustments: [],
      isPublic: false,
      costCredits: cost,
      expectedSeconds: 60,
      deadlineSeconds: 1_500,
      providerEndpoint: getProvider(kind).endpoint,
      idempotency: null,
      maxRunning: 500,
      maxWaiting: 1_000,
    });
    await expectCompleted([id]);
  });

  it('cancels at no cost what fal has not started', slow, async () => {
    await begin();
    emulator().hold({ step: 'IN_PROGRESS' });
    const [id = ''] = await flow.create('Boat');
    await vi.waitUntil(async () => (await flow.find(id)).provider_request_id !== null, { timeout: 20_000 });
    expect((await flow.ask('POST', `/api/generations/${id}/cancel`)).status).toBe(200);
    expect(await flow.ended([id])).toMatchObject([{ status: 'cancelled', settled: 0, released: cost }]);
    expect(await spent()).toBe(0);
    expect(emulator().jobs()).toMatchObject([{ isCancelled: true }]);
  });

  it(
    'sends the owner one webhook at the end, signed with a key that this stack publishes',
    slow,
    async () => {
      await begin();
      const receiver = await startWebhookReceiver();
      const { body } = await flow.ask<{ id: string }>('POST', '/api/wan/createVideo', {
        video_generation_type: 'text-to-video',
        prompt: 'Boat',
        webhook_url: receiver.url,
      });
      const [webhook = expect.unreachable('no webhook arrived')] = await receiver.waitFor(body.id);
      expect(webhook.body).toMatchObject({ request_id: body.id, status: 'OK' });
      expect(await isSignedBy(flow, webhook)).toBe(true);
      expect(await isSignedBy(flow, { ...webhook, raw: webhook.raw.replace('OK', 'KO') })).toBe(false);
      const { video } = webhook.body.payload as { video: { url: string } };
      // The file needs no cookie.
      expect((await fetch(video.url)).headers.get('content-type')).toBe('video/mp4');
      await expectCompleted([body.id]);
      const list = () => flow.ask<WebhookDeliveriesReply>('GET', '/api/user/webhook-deliveries');
      await expect.poll(async () => (await list()).body.data[0]?.state).toBe('delivered');
      expect(receiver.received).toHaveLength(1);
      await receiver.close();
    },
  );

  it('retries while fal is briefly unavailable', slow, async () => {
    await begin();
    emulator().injectFault({ operation: 'submit', times: 1, status: 503 });
    await expectCompleted(await flow.create('Boat'));
    expect(emulator().counts().submit).toBe(2);
  });

  it('copies results once the storage is back, and completes nothing before that', slow, async () => {
    await begin();
    const files = join(flow.stack.dataDir, 'files');
    emulator().hold({ step: 'WEBHOOK' });
    const ids = await flow.create('Boat', 'Boat');
    await vi.waitUntil(
      () =>
        emulator()
          .jobs()
          .filter(({ phase }) => phase === 'COMPLETED').length === 2,
      { timeout: 20_000 },
    );
    const away = `${files}-${randomUUID()}`;
    await rename(files, away);
    await symlink(`${away}-gone`, files);
    emulator().release();
    // Both have been fetched, and at least one of them a second time, because the first copies failed.
    await vi.waitUntil(() => emulator().counts().file >= 3, { timeout: 30_000 });
    for (const id of ids)
      expect(await flow.find(id)).toMatchObject({ status: 'processing', stage: 'saving' });
    // Restores the folder at once: a worker that tries meanwhile would make the folder itself.
    await symlink(away, `${files}-back`);
    await rename(`${files}-back`, files);
    await expectCompleted(ids);
  });

  const losesItsQueue = async () => {
    await begin();
    emulator().hold({ step: 'COMPLETED' });
    const ids = await flow.create(...Array.from({ length: 10 }, () => 'Boat'));
    await flow.emptyQueue();
    emulator().release();
    await expectCompleted(ids);
  };
  // PostgreSQL cannot lose jobs separately from the generations.
  if (backend === 'redis')
    it('ends every generation after the queue has lost all its jobs', slow, losesItsQueue);

  it('loses and duplicates nothing when all workers are killed midway', faults, async () => {
    await begin();
    emulator().hold({ step: 'COMPLETED' });
    const held = await flow.create(...Array.from({ length: 6 }, () => 'Boat'));
    const areSent = async () =>
      (await Promise.all(held.map(flow.find))).every((row) => row.submit_state === 'sent');
    await vi.waitUntil(areSent, { timeout: 20_000 });
    await flow.kill('worker', 'SIGKILL');
    // Webhooks arrive and users submit while no worker is running.
    emulator().release();
    const later = await flow.create('Boat', 'Boat');
    await flow.startWorker();
    const isSaving = async () =>
      (await Promise.all(held.map(flow.find))).some((row) => row.finished_at !== null);
    await vi.waitUntil(isSaving, { timeout: 20_000, interval: 5 });
    await flow.kill('worker', 'SIGKILL');
    await flow.skipUnknownWait();
    await flow.startWorker();
    await expectCompleted([...held, ...later]);
  });

  it('lets a worker finish its work on SIGTERM', slow, async () => {
    await begin();
    const ids = await flow.create(...Array.from({ length: 6 }, () => 'Boat'));
    await vi.waitUntil(async () => (await flow.find(ids[0] ?? '')).submit_state !== 'none', {
      timeout: 20_000,
    });
    await flow.kill('worker', 'SIGTERM');
    await flow.startWorker();
    await expectCompleted(ids);
    expect(emulator().counts().submit).toBe(6);
  });
});
