import { noTelemetry, type Telemetry } from './telemetry.ts';

export type TelemetryOptions = {
  /** Names the process in traces: atelier-api, atelier-worker. */
  service: string;
  /** The base address of a collector that takes OTLP over HTTP; without it nothing is traced. */
  endpoint: string | undefined;
};

/** Traces to the collector at `endpoint`. Without one, OpenTelemetry is not even loaded. */
export async function startTelemetry({ service, endpoint }: TelemetryOptions): Promise<Telemetry> {
  if (endpoint === undefined) return noTelemetry;
  const { createOtlpTelemetry } = await import('./otlp-telemetry.ts');
  return createOtlpTelemetry({ service, endpoint });
}
