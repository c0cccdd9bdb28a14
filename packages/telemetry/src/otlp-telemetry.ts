import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { OpenSpan, SpanAttributes, SpanOptions, Telemetry } from './telemetry.ts';

const form = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/;

/** The W3C form by which a span is named to another process. */
export function writeTraceParent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/** Returns undefined when the text is not of this form. */
export function readTraceParent(text: string | undefined): SpanContext | undefined {
  const [, traceId, spanId, flags] = form.exec(text ?? '') ?? [];
  if (!traceId || !spanId || !flags) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
}

const exportTimeoutMs = 2_500;
const closeLimitMs = 3_000;

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

/**
 * The SDK without its globals, loader hooks and instrumentations: our own code opens every span, so nothing
 * that we did not choose to report leaves the process.
 */
export function createOtlpTelemetry({ service, endpoint }: { service: string; endpoint: string }): Telemetry {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: exportTimeoutMs,
  });
  const processor = new BatchSpanProcessor({
    exporter,
    scheduledDelayMillis: 2_000,
    exportTimeoutMillis: exportTimeoutMs,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer('atelier');
  const current = new AsyncLocalStorage<Span>();

  function open({ name, kind, attributes = {}, parent }: SpanOptions): OpenSpan {
    const span = tracer.startSpan(name, { kind: kinds[kind] }, findParent(parent, current.getStore()));
    setAttributes(span, attributes);
    return {
      traceId: span.spanContext().traceId,
      run: (work) => current.run(span, work),
      set: (more) => setAttributes(span, more),
      end(error) {
        if (error !== undefined) markFailed(span, error);
        span.end();
      },
    };
  }

  return {
    open,
    async span(options, work) {
      const span = open(options);
      try {
        const result = await span.run(() => work(span));
        span.end();
        return result;
      } catch (error) {
        span.end(error ?? 'error');
        throw error;
      }
    },
    traceParent() {
      const span = current.getStore();
      return span && writeTraceParent(span.spanContext());
    },
    close: () => closeWithin(provider, closeLimitMs),
  };
}

function findParent(traceParent: string | undefined, active: Span | undefined): Context {
  const remote = readTraceParent(traceParent);
  if (remote) return trace.setSpanContext(ROOT_CONTEXT, remote);
  return active ? trace.setSpan(ROOT_CONTEXT, active) : ROOT_CONTEXT;
}

function setAttributes(span: Span, attributes: SpanAttributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null) span.setAttribute(name, value);
  }
}

/** The words of an error quote what it was called with: a prompt, an address with a token. */
function markFailed(span: Span, error: unknown): void {
  const { code, name } = Object(error) as { code?: unknown; name?: unknown };
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', String(code ?? name ?? 'error'));
}

/** A collector that is away must not hold up a process that stops. */
async function closeWithin(provider: TracerProvider, limitMs: number): Promise<void> {
  const limit = Promise.withResolvers<void>();
  const timer = setTimeout(limit.resolve, limitMs);
  await Promise.race([provider.shutdown().catch(() => undefined), limit.promise]);
  clearTimeout(timer);
}
