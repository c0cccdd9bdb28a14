import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@atelier/contract';
import { createProducer, createQueueBackend } from '@atelier/queue';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueueHealth } from '../modules/ops/queue-health.ts';
import { mp4 } from '../modules/uploads/testing/files.ts';
import { upload } from '../modules/uploads/testing/form.ts';
import { sendToProvider } from '../testing/endings.ts';
import { type FaultProxy, startFaultProxy } from '../testing/fault-proxy.ts';
import { refusal } from '../testing/refusal.ts';
import { startTestApi, type TestApi } from '../testing/start-test-api.ts';
import {
  type CreatedVideo,
  createAnalysisPath,
  createAudioPath,
  createImagePath,
  createVideoPath as path,
  submitVideo,
  textToImage,
  textToVideo,
} from '../testing/submissions.ts';
import { countRows, openTestStore } from '../testing/test-store.ts';

const store = await openTestStore();
afterEach(() => store.expectWholeLedger());
afterAll(() => store.close());

const unavailable = refusal('unavailable', 'The service is unavailable at the moment');
const nothing = { generations: 0, reserves: 0, keys: 0 };

describe('the API without its database', () => {
  let proxy: FaultProxy;
  let api: TestApi;
  beforeEach(async () => {
    proxy = await startFaultProxy(store.databaseUrl);
    api = await startTestApi({ store: { ...store, databaseUrl: proxy.url } });
  });
  afterEach(async () => {
    await api.close();
    await proxy.close();
  });

  it('replies unavailable, charges nothing, and recovers on its own', async () => {
    const user = await api.user();
    await proxy.cut();
    const replies = [
      await user.post(path, textToVideo),
      await user.get('/api/user/info'),
      await user.get(`/media/u/${randomUUID()}/${randomUUID()}.mp4`),
      await user.get('/api/auth/logout'),
      await user.get('/ops/queues'),
    ];
    for (const reply of replies) expect([reply.status, reply.body]).toEqual([503, unavailable]);
    expect(replies[0]?.headers.get('set-cookie')).toBeNull();
    const ask = async (address: string) => (await user.get(address)).body;
    for (const list of ['video-generation', 'image-generation', 'audio-generation', 'image-understanding'])
      expect(await ask(`/api/${list}/history`)).toEqual(refusal('unavailable', 'Failed to fetch history'));
    for (const address of ['/api/library', '/api/library/facets', '/api/library/days'])
      expect(await ask(address)).toEqual(refusal('unavailable', 'Failed to fetch history'));
    for (const status of ['audio-generation/status?record_id', 'image-understanding/status?job_id'])
      expect(await ask(`/api/${status}=${randomUUID()}`)).toEqual(
        refusal('unavailable', 'Failed to fetch task status'),
      );
    expect(replies[0]?.headers.get('retry-after')).toMatch(/^[1-9]/);
    expect(await countRows(store, user.userId)).toEqual(nothing);
    await proxy.restore();
    await vi.waitFor(async () => expect((await user.post(path, textToVideo)).status).toBe(200), 10_000);
  });

  it('is alive but not ready, also for requests with a cookie', async () => {
    const user = await api.user();
    await proxy.cut();
    for (const browser of [user, api.browser()]) {
      expect((await browser.get('/healthz')).status).toBe(200);
      const reply = await browser.get('/readyz');
      expect([reply.status, reply.body]).toEqual([
        503,
        expect.objectContaining({ status: 'unavailable', database: false, storage: true }),
      ]);
    }
  });
});

describe('the API without its disk', () => {
  it('replies unavailable to uploads', async () => {
    const api = await startTestApi();
    const user = await api.user();
    await writeFile(join(api.store.dataDir, 'files'), 'a file where a folder should be');
    const reply = await upload(user, '/api/upload-video', mp4(), 'a.mp4');
    expect([reply.status, reply.body]).toEqual([503, unavailable]);
    await api.close();
  });
});

describe('the API while its storage accepts no file', () => {
  it('refuses every way of submitting before it costs anything, and goes on when there is room again', async () => {
    const api = await startTestApi();
    const user = await api.user();
    const files = join(api.store.dataDir, 'files');
    await writeFile(files, 'a file where a folder should be');
    const replies = [
      await user.post(path, textToVideo),
      await user.post(createImagePath, textToImage),
      await user.post(createAnalysisPath, { image: 'https://example.com/a.png', question: 'How many?' }),
      await user.post(createAudioPath, { audio_generation_type: 'sound-effects', prompt: 'Rain' }),
      await user.post('/api/batches', { lines: [{ kind: 'text-to-video', input: { prompt: 'A boat' } }] }),
    ];
    for (const reply of replies) expect([reply.status, reply.body]).toEqual([503, unavailable]);
    const proxied = await user.request('/api/wan/fal/proxy', {
      method: 'POST',
      headers: { 'x-fal-target-url': 'https://queue.fal.run/fal-ai/flux/schnell' },
      body: { prompt: 'A fox' },
    });
    expect(proxied.status).toBe(503);
    expect(await countRows(api.store, user.userId)).toEqual(nothing);
    expect((await user.get('/readyz')).body).toMatchObject({
      status: 'unavailable',
      storage: false,
      database: true,
    });
    await rm(files);
    await vi.waitFor(async () => expect((await user.post(path, textToVideo)).status).toBe(200), {
      timeout: 20_000,
    });
    expect((await user.get('/readyz')).body).toMatchObject({ status: 'ready', storage: true });
    await api.close();
  });
});

describe('the API whose database connection breaks in the middle of an upload', () => {
  it('does not blame the file', async () => {
    const api = await startTestApi();
    const user = await api.user();
    const { pool } = api.deps.db;
    const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>;
    const broken = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' });
    const spy = vi.spyOn(pool, 'query').mockImplementation((async (...given: unknown[]) => {
      if ((given[0] as { name?: string }).name === 'insert-upload') throw broken;
      return query(...given);
    }) as never);
    const reply = await upload(user, '/api/upload-video', mp4(), 'a.mp4');
    expect([reply.status, reply.body]).toEqual([503, unavailable]);
    spy.mockRestore();
    await api.close();
  });
});

describe('the API without its queue', () => {
  /** A proxy for the queue's connections only, so that everything else keeps working. */
  async function startWithQueueProxy(options: { isHealthTrusted?: boolean } = {}) {
    const proxy = await startFaultProxy(store.redisUrl ?? store.databaseUrl);
    const isOnRedis = store.redisUrl !== undefined;
    const queue = createQueueBackend({
      databaseUrl: isOnRedis ? store.databaseUrl : proxy.url,
      redisUrl: isOnRedis ? proxy.url : undefined,
      onError: () => undefined,
    });
    const producer = createProducer(queue);
    const queueHealth = options.isHealthTrusted
      ? { assertUp: async () => undefined }
      : createQueueHealth(queue);
    const api = await startTestApi({ store, replace: () => ({ queue, producer, queueHealth }) });
    const close = async () => {
      await api.close();
      await producer.close();
      await proxy.restore().catch(() => undefined);
      await queue.close();
      await proxy.close();
    };
    return { api, proxy, close };
  }

  it('refuses submissions and charges nothing', async () => {
    const { api, proxy, close } = await startWithQueueProxy();
    const user = await api.user();
    await proxy.cut();
    const reply = await user.post(path, textToVideo);
    expect([reply.status, reply.body]).toEqual([503, unavailable]);
    expect(await countRows(store, user.userId)).toEqual(nothing);
    expect((await user.get('/readyz')).body).toEqual({
      status: 'unavailable',
      database: true,
      queue: false,
      storage: true,
      content_credentials: 'off',
    });
    expect((await user.get('/api/generations')).status).toBe(200);
    await close();
  });

  it('accepts a submission when the outage begins after the health check, and keeps its job in the outbox', async () => {
    const { api, proxy, close } = await startWithQueueProxy({ isHealthTrusted: true });
    const user = await api.user();
    await proxy.cut();
    const reply = await user.post(path, textToVideo);
    expect(reply.status).toBe(200);
    const { id } = reply.body as CreatedVideo;
    const { rows } = await store.owner.pool.query('select topic, payload from outbox where key = $1', [
      `dispatch:${id}`,
    ]);
    expect(rows).toEqual([
      { topic: 'job', payload: { name: 'dispatch-generation', generationId: id, run: 0 } },
    ]);
    await close();
  });

  it('still cancels and deletes, and leaves the rest to the sweeper', async () => {
    const { api, proxy, close } = await startWithQueueProxy();
    const user = await api.user();
    const [sent, waiting] = [await submitVideo(user), await submitVideo(user)];
    await sendToProvider(api.deps, sent);
    await proxy.cut();
    expect((await user.post(`/api/generations/${sent}/cancel`)).status).toBe(200);
    expect((await user.post(`/api/generations/${waiting}/cancel`)).status).toBe(200);
    const deleted = await user.request('/api/video-generation/delete', {
      method: 'DELETE',
      body: { id: waiting },
    });
    expect(deleted.status).toBe(200);
    await close();
  });
});

describe('the API with its queue', () => {
  it('removes a message from the outbox once the job is enqueued', async () => {
    const api = await startTestApi({ store });
    const id = await submitVideo(await api.user());
    await vi.waitFor(
      async () => {
        const { rows } = await store.owner.pool.query('select key from outbox where key = $1', [
          `dispatch:${id}`,
        ]);
        expect(rows).toEqual([]);
      },
      { timeout: 20_000 },
    );
    const jobs = await api.deps.queue.queue('dispatch-generation').getJobs(['waiting', 'prioritized']);
    expect(jobs.filter((job) => job.data.generationId === id)).toHaveLength(1);
    await api.close();
  });

  it('enqueues what several users submit at once, and keeps in the outbox the one whose job was refused', async () => {
    const api = await startTestApi({ store });
    const users = await Promise.all(Array.from({ length: 6 }, () => api.user()));
    const enqueue = vi.spyOn(api.deps.producer, 'enqueue').mockRejectedValueOnce(new AppError('unavailable'));
    const ids = await Promise.all(users.map((user) => submitVideo(user)));
    const kept = await vi.waitFor(
      async () => {
        const { rows } = await store.owner.pool.query<{ id: string }>(
          `select payload->>'generationId' as id from outbox where key = any($1)`,
          [ids.map((id) => `dispatch:${id}`)],
        );
        expect(rows).toHaveLength(1);
        return rows[0]?.id;
      },
      { timeout: 20_000 },
    );
    const jobs = await api.deps.queue.queue('dispatch-generation').getJobs(['waiting', 'prioritized']);
    const enqueued = ids.filter((id) => jobs.some((job) => job.data.generationId === id));
    expect(enqueued).toEqual(ids.filter((id) => id !== kept));
    enqueue.mockRestore();
    await api.close();
  });
});
