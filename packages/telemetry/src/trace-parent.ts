import type { SpanContext } from '@opentelemetry/api';

const form = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/;

/** The W3C form by which a span is named to another process. */
export function writeTraceParent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/** Undefined for anything that is not of this form. */
export function readTraceParent(text: string | undefined): SpanContext | undefined {
  const [, traceId, spanId, flags] = form.exec(text ?? '') ?? [];
  if (!traceId || !spanId || !flags) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
}
