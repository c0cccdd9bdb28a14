import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { noTelemetry, startTelemetry, type Telemetry } from './index.ts';
import { readTraceParent, writeTraceParent } from './otlp-telemetry.ts';

type Span = {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  status: { code: number };
};

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A process that traces, and what its collector got once it had stopped. */
async function open(): Promise<{
  telemetry: Telemetry;
  stop: () => Promise<{ spans: Span[]; raw: string }>;
}> {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    bodies.push(await text(request));
    response.end('{}');
  });
  const endpoint = await listen(server);
  const telemetry = await startTelemetry({ service: 'atelier-test', endpoint: `${endpoint}/` });
  return {
    telemetry,
    async stop() {
      await telemetry.close();
      const parsed = bodies.map((body) => JSON.parse(body));
      const spans = parsed.flatMap(({ resourceSpans: [{ scopeSpans }] }) => scopeSpans[0].spans);
      return { spans, raw: bodies.join('') };
    },
  };
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('the work runs without an endpoint, and nothing is traced', async () => {
  const telemetry = await startTelemetry({ service: 'atelier-test', endpoint: undefined });
  expect(telemetry).toBe(noTelemetry);
  expect(await telemetry.span({ name: 'a', kind: 'client' }, async ({ traceId }) => traceId)).toBeUndefined();
  expect(telemetry.traceParent()).toBeUndefined();
  await telemetry.close();
});

it('a span is the parent of those that begin in it, and of those in other processes', async () => {
  const { telemetry, stop } = await open();
  let carried: string | undefined;
  await telemetry.span({ name: 'request', kind: 'server' }, () =>
    telemetry.span({ name: 'enqueue', kind: 'producer' }, async () => {
      carried = telemetry.traceParent();
    }),
  );
  await telemetry.span({ name: 'job', kind: 'consumer', parent: carried }, async () => undefined);
  const { spans, raw } = await stop();
  const [request, enqueue, job] = ['request', 'enqueue', 'job'].map((name) =>
    spans.find((span) => span.name === name),
  );
  expect(request).not.toHaveProperty('parentSpanId');
  expect(enqueue?.parentSpanId).toBe(request?.spanId);
  expect(job).toMatchObject({ parentSpanId: enqueue?.spanId, traceId: request?.traceId });
  expect(raw).toContain('atelier-test');
});

it('a failed span has the code of the error and not its message', async () => {
  const { telemetry, stop } = await open();
  const error = Object.assign(new Error('a secret prompt'), { code: 'provider_unavailable' });
  const failing = telemetry.span({ name: 'fal submit', kind: 'client' }, () => Promise.reject(error));
  await expect(failing).rejects.toBe(error);
  const { spans, raw } = await stop();
  expect(spans).toMatchObject([{ name: 'fal submit', status: { code: 2 } }]);
  expect(raw).toContain('provider_unavailable');
  expect(raw).not.toContain('secret prompt');
});

it('a collector that hangs does not hold up a process that stops', async () => {
  const telemetry = await startTelemetry({
    service: 'atelier-test',
    endpoint: await listen(createServer(() => undefined)),
  });
  telemetry.open({ name: 'lost', kind: 'server' }).end();
  await telemetry.close();
});

it.each([undefined, '', 'nonsense', '00-0-0-01', `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01 `])(
  '%j is no parent',
  (header) => expect(readTraceParent(header)).toBeUndefined(),
);

it('a parent is read as it was written', () => {
  const context = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 1 };
  expect(readTraceParent(writeTraceParent(context))).toEqual({ ...context, isRemote: true });
});
