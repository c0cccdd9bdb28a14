export { addLineMetrics } from './line-metrics.ts';
export { addProcessMetrics } from './process-metrics.ts';
export { addSigningMetrics } from './signing-metrics.ts';
export { startTelemetry } from './start-telemetry.ts';
export { measureStorage } from './storage-metrics.ts';
export { noTelemetry, type OpenSpan, type Telemetry } from './telemetry.ts';
