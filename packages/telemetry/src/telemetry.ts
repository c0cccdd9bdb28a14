export type SpanOptions = {
  name: string;
  kind: 'server' | 'client' | 'producer' | 'consumer';
  /** Ids and counts only: what users write, and what opens doors, has no place in a trace. */
  attributes?: SpanAttributes;
  /** Parent as a W3C traceparent from another process; by default the span that is open here, if any. */
  parent?: string | undefined;
};

export type SpanAttributes = Readonly<Record<string, string | number | null | undefined>>;

export type OpenSpan = {
  /** Id of the trace; undefined while nothing is traced. */
  readonly traceId: string | undefined;
  /** Makes this span the parent of those that begin inside the work. */
  run<T>(work: () => T): T;
  set(attributes: SpanAttributes): void;
  /** An error marks the span as failed, by the name or code of the error and never by its words. */
  end(error?: unknown): void;
};

export type Telemetry = {
  /** A span that its caller ends. */
  open(options: SpanOptions): OpenSpan;
  /** A span around the work, which it ends. Rejects as the work does. */
  span<T>(options: SpanOptions, work: (span: OpenSpan) => Promise<T>): Promise<T>;
  /** The traceparent of the span that is open here, for other processes. */
  traceParent(): string | undefined;
  /** Sends what was collected, within a few seconds; what cannot be sent by then is lost. */
  close(): Promise<void>;
};

const noSpan: OpenSpan = {
  traceId: undefined,
  run: (work) => work(),
  set: () => undefined,
  end: () => undefined,
};

/** Nothing is traced, and nothing of OpenTelemetry is loaded. */
export const noTelemetry: Telemetry = {
  open: () => noSpan,
  span: (_options, work) => work(noSpan),
  traceParent: () => undefined,
  close: async () => undefined,
};
