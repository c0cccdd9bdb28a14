import { afterAll, beforeAll, expect, it } from 'vitest';
import { order, reach, send } from '../testing/make.ts';
import { openTestWorker, type TestWorker } from '../testing/open-test-worker.ts';
import { createMetrics } from './metrics.ts';
import { serveHealth } from './serve-health.ts';

const token = 'a-token-for-the-metrics';
let worker: TestWorker;
beforeAll(async () => {
  worker = await openTestWorker();
  await worker.startJobs();
});
afterAll(() => worker.close());

async function serve(settings: { METRICS_TOKEN?: string } = {}, deps: Partial<TestWorker['deps']> = {}) {
  const env = { HOST: '127.0.0.1', METRICS_PORT: 0, METRICS_TOKEN: undefined, ...settings };
  const health = await serveHealth({ ...worker.deps, ...deps }, env);
  if (!health) throw new Error('It does not listen');
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const reply = await fetch(`http://127.0.0.1:${health.port}${path}`, { headers });
    return { status: reply.status, text: await reply.text() };
  };
  return { get, close: health.close };
}

it('the metrics count how generations ended, how long they took and why they failed', async () => {
  for (const prompt of ['Boat', 'Boat [fail]']) {
    const generation = await order(worker.deps, { prompt });
    await send(worker.deps, generation);
    await reach(worker.deps, generation, (row) => row.finished_at !== null);
  }
  await expect
    .poll(() => worker.deps.metrics.read(), { timeout: 20_000 })
    .toMatch(/^atelier_saving_seconds_count\{kind="text-to-video"\} 2$/m);
  const text = await worker.deps.metrics.read();
  expect(text).toContain('atelier_generation_seconds_count{kind="text-to-video",status="completed"} 1');
  expect(text).toContain('atelier_generation_seconds_count{kind="text-to-video",status="failed"} 1');
  expect(text).toContain(
    'atelier_generation_failures_total{kind="text-to-video",cause="provider_rejected"} 1',
  );
  expect(text).toMatch(/^atelier_orphans_cancelled_total 0$/m);
});

it('the counters that raise an alert at once exist from the start, so that their first failure is an increase', async () => {
  const text = await createMetrics(worker.deps).read();
  expect(text).toContain('atelier_generation_failures_total{kind="vace",cause="provider_locked"} 0');
  expect(text).toMatch(/^atelier_saving_failures_total 0$/m);
});

it('the metrics report which stores answer this worker, and how far its clock is off', async () => {
  const down = { check: () => Promise.reject(new Error('read-only')) };
  const text = await createMetrics({ ...worker.deps, store: down }).read();
  expect(text).toContain('atelier_store_up{store="database"} 1');
  expect(text).toContain('atelier_store_up{store="queue"} 1');
  expect(text).toContain('atelier_store_up{store="storage"} 0');
  expect(Math.abs(Number(/^atelier_clock_skew_seconds (.+)$/m.exec(text)?.[1]))).toBeLessThan(1);
});

it('the worker does not listen without a port', async () => {
  const env = { HOST: '127.0.0.1', METRICS_PORT: undefined, METRICS_TOKEN: token };
  expect(await serveHealth(worker.deps, env)).toBeUndefined();
});

it('the worker serves health to everyone, and metrics only with the token', async () => {
  const health = await serve({ METRICS_TOKEN: token });
  expect(await health.get('/healthz')).toEqual({ status: 200, text: '{"status":"ok"}' });
  const ready = await health.get('/readyz');
  expect([ready.status, JSON.parse(ready.text)]).toEqual([
    200,
    { status: 'ready', database: true, queue: true, storage: true, content_credentials: 'off' },
  ]);
  for (const authorization of ['', `Bearer ${token}x`, token]) {
    expect((await health.get('/metrics', { authorization })).status).toBe(404);
  }
  const metrics = await health.get('/metrics', { authorization: `Bearer ${token}` });
  expect(metrics).toMatchObject({ status: 200, text: expect.stringContaining('process_cpu_seconds_total') });
  expect((await health.get('/other')).status).toBe(404);
  await health.close();
});

it('the readiness reports which part is unavailable', async () => {
  const store = { ...worker.deps.store, check: () => Promise.reject(new Error('read-only')) };
  const health = await serve({}, { store });
  const ready = await health.get('/readyz');
  expect([ready.status, JSON.parse(ready.text)]).toEqual([
    503,
    { status: 'unavailable', database: true, queue: true, storage: false, content_credentials: 'off' },
  ]);
  expect((await health.get('/metrics', { authorization: 'Bearer undefined' })).status).toBe(404);
  await health.close();
});
