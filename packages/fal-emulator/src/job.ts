import { randomUUID } from 'node:crypto';
import type { Endpoint } from './endpoints/define-endpoint.ts';
import { appOf, endpoints } from './endpoints/index.ts';
import { type Marker, markersIn, withoutMarkers } from './markers.ts';
import type { Outcome } from './model-failure.ts';

/** The states of fal's queue, and the sending of the webhook: what a test can hold a job in front of. */
export type Phase = 'IN_QUEUE' | 'IN_PROGRESS' | 'COMPLETED';
export type Step = 'IN_PROGRESS' | 'COMPLETED' | 'WEBHOOK';

/** One submission. Times are `Date.now()` milliseconds. */
export type Job = {
  requestId: string;
  endpointId: string;
  app: string;
  /** Absent for a path that no model of the app answers. */
  endpoint?: Endpoint;
  input: unknown;
  prompt: string;
  markers: ReadonlySet<Marker>;
  webhookUrl?: string;
  phase: Phase;
  submittedAtMs: number;
  queueMs: number;
  firstPosition: number;
  /** Its place among those that wait for a free runner, counted from the emulator's start. */
  ticket?: number;
  startedAtMs?: number;
  runMs: number;
  stepCount: number;
  finishedAtMs?: number;
  outcome?: Outcome;
  isCancelled: boolean;
  abort: AbortController;
};

const minPosition = 2;

/** A job as it is at the moment of its submission. */
export function createJob(endpointId: string, input: unknown, webhookUrl: string | undefined): Job {
  const given = promptOf(input);
  const requestId = randomUUID();
  return {
    requestId,
    endpointId,
    app: appOf(endpointId),
    endpoint: endpoints.get(endpointId),
    input,
    prompt: withoutMarkers(given),
    markers: markersIn(given),
    webhookUrl,
    phase: 'IN_QUEUE',
    submittedAtMs: Date.now(),
    queueMs: 0,
    firstPosition: minPosition + (requestId.charCodeAt(0) % 2),
    runMs: 0,
    stepCount: 0,
    isCancelled: false,
    abort: new AbortController(),
  };
}

function promptOf(input: unknown): string {
  if (typeof input !== 'object' || input === null || !('prompt' in input)) return '';
  return typeof input.prompt === 'string' ? input.prompt : '';
}
