import { findGeneration, type GenerationRow } from '@atelier/db';
import { signIn, testRedisUrl } from '@atelier/dev-stack/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { email, openProcesses, type Processes } from './testing/open-processes.ts';
import { type CollectedSpan, type Collector, startCollector } from './testing/start-collector.ts';
import { createTestUser } from './testing/user.ts';

const redisUrl = await testRedisUrl();
const backends = [
  { backend: 'postgres', url: undefined },
  ...(redisUrl === undefined ? [] : [{ backend: 'redis', url: redisUrl }]),
];
const prompt = 'Boat with a secret name';

describe.each(backends)('one generation on $backend can be traced', ({ url }) => {
  let collector: Collector;
  let processes: Processes;
  let cookie: string;
  let requestId: string;
  let row: GenerationRow;

  beforeAll(async () => {
    collector = await startCollector();
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, LOG_LEVEL: 'debug' };
    processes = await openProcesses({ redisUrl: url, settings });
    await Promise.all([processes.start('api-1'), processes.start('worker-1')]);
    cookie = await signIn(processes.proxy.url, email);
    const submitted = await createTestUser(cookie, processes.proxy.url).submit(processes.proxy.url, {
      prompt,
    });
    requestId = submitted.requestId;
    row = await vi.waitUntil(
      async () => {
        const found = await findGeneration(processes.db.pool, submitted.generation.id);
        return found?.finished_at ? found : undefined;
      },
      { timeout: 60_000, interval: 100 },
    );
    // Each flushes its remaining logs and spans when it stops.
    await processes.stop('api-1');
    await processes.stop('worker-1');
  }, 120_000);
  afterAll(async () => {
    await processes?.close();
    await collector?.close();
  }, 60_000);

  it('through the log: from the answer to the submission to its jobs and its id at fal', () => {
    const accepted = processes.readLog('api-1').find(({ msg }) => msg === 'submission accepted');
    expect(accepted).toMatchObject({ requestId, generationId: row.id });
    const lines = processes.readLog('worker-1').filter((line) => line.generationId === row.id);
    expect(new Set(lines.map(({ requestId: each }) => each))).toEqual(new Set([requestId]));
    expect(lines.filter(({ job, jobId }) => job === undefined || jobId === undefined)).toEqual([]);
    const jobs = new Set(lines.map(({ job }) => job));
    expect(jobs).toContain('dispatch-generation');
    expect(jobs).toContain('finish-generation');
    const afterSubmission = lines.filter(
      ({ providerRequestId }) => providerRequestId === row.provider_request_id,
    );
    expect(afterSubmission.map(({ msg }) => msg)).toEqual(
      expect.arrayContaining(['submitted to the provider', 'generation ended', 'job completed']),
    );
    const webhook = processes.readLog('api-1').find(({ msg }) => msg === 'the provider reported the end');
    expect(webhook).toMatchObject({ generationId: row.id, providerRequestId: row.provider_request_id });
  });

  it('through every log line of its requests, which use one name for the request id', () => {
    const completed = processes.readLog('api-1').filter(({ msg }) => msg === 'request completed');
    expect(completed.map(({ requestId: each }) => each)).toContain(requestId);
    for (const line of processes.readLog('api-1')) expect(line).not.toHaveProperty('reqId');
  });

  it('through one trace: request, enqueue, job, call to fal', () => {
    const submit = collector.spans.find(({ name }) => name === 'fal submit');
    const names = readLineage(submit).map(({ service, name }) => [service, name]);
    expect(names).toEqual([
      ['atelier-worker', 'fal submit'],
      ['atelier-worker', 'job dispatch-generation'],
      ['atelier-api', 'enqueue dispatch-generation'],
      ['atelier-api', 'POST /api/wan/createVideo'],
    ]);
    expect(submit?.attributes).toMatchObject({
      'atelier.provider_request_id': row.provider_request_id,
      'atelier.outcome': 'accepted',
    });
    const [request] = readLineage(submit).toReversed();
    expect(request).not.toHaveProperty('parentSpanId');
    expect(request?.attributes).toMatchObject({ 'atelier.request_id': requestId });
    const ended = collector.spans.find(({ name }) => name === 'job finish-generation');
    expect(ended?.attributes).toMatchObject({ 'atelier.generation_id': row.id });
  });

  it('from a log line to its trace', () => {
    const submit = collector.spans.find(({ name }) => name === 'fal submit');
    const lines = [...processes.readLog('api-1'), ...processes.readLog('worker-1')];
    for (const msg of ['submission accepted', 'submitted to the provider']) {
      expect(lines.find((line) => line.msg === msg)).toMatchObject({ traceId: submit?.traceId });
    }
  });

  it('without sending prompts or credentials to the collector', () => {
    const collected = collector.rawText();
    for (const secret of [prompt, ...cookie.split(/[;=]\s*/), '&t=', 'many-processes-token']) {
      if (secret.length > 2) expect(collected).not.toContain(secret);
    }
  });

  /** The span and its ancestors. */
  function readLineage(span: CollectedSpan | undefined): CollectedSpan[] {
    if (!span) return [];
    const parent = collector.spans.find(
      ({ traceId, spanId }) => traceId === span.traceId && spanId === span.parentSpanId,
    );
    return [span, ...readLineage(parent)];
  }
});
