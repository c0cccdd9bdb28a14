import { randomUUID } from 'node:crypto';
import type { Endpoint } from './endpoints/define-endpoint.ts';
import { endpoints, readApp } from './endpoints/index.ts';
import type { Terms } from './lifetime/read-terms.ts';
import type { Outcome } from './model-failure.ts';
import { type Scenario, scenariosIn, withoutScenarios } from './scenarios.ts';

/** The states of fal's queue. */
export type Phase = 'IN_QUEUE' | 'IN_PROGRESS' | 'COMPLETED';
/** Step in front of which a test can hold a job: a state, or the webhook. */
export type Step = 'IN_PROGRESS' | 'COMPLETED' | 'WEBHOOK';

/** One submission. Times are `Date.now()` milliseconds. */
export type Job = {
  requestId: string;
  endpointId: string;
  app: string;
  /** Model of the job; absent when the app has none at this path. */
  endpoint?: Endpoint;
  /** The endpoint that makes the result, when it is another one than asked for. */
  servedFrom?: string;
  terms: Terms;
  input: unknown;
  prompt: string;
  scenarios: ReadonlySet<Scenario>;
  webhookUrl?: string;
  phase: Phase;
  submittedAtMs: number;
  queueMs: number;
  firstPosition: number;
  /** Position among all jobs that have waited for a runner since the emulator started. */
  ticket?: number;
  startedAtMs?: number;
  runMs: number;
  stepCount: number;
  finishedAtMs?: number;
  outcome?: Outcome;
  /** Quantity that is billed, in the model's own unit; absent for what is free. */
  billedUnits?: number;
  isCancelled: boolean;
  /** It did not begin in the time of its terms. */
  isLate: boolean;
  abort: AbortController;
};

const minPosition = 2;

type NewJob = Pick<Job, 'endpointId' | 'input' | 'webhookUrl' | 'servedFrom' | 'terms'>;

export function createJob({ endpointId, input, webhookUrl, servedFrom, terms }: NewJob): Job {
  const given = readPrompt(input);
  const requestId = randomUUID();
  return {
    requestId,
    endpointId,
    app: readApp(endpointId),
    endpoint: endpoints.get(servedFrom ?? endpointId),
    servedFrom,
    terms,
    input,
    prompt: withoutScenarios(given),
    scenarios: scenariosIn(given),
    webhookUrl,
    phase: 'IN_QUEUE',
    submittedAtMs: Date.now(),
    queueMs: 0,
    firstPosition: minPosition + (requestId.charCodeAt(0) % 2),
    runMs: 0,
    stepCount: 0,
    isCancelled: false,
    isLate: false,
    abort: new AbortController(),
  };
}

function readPrompt(input: unknown): string {
  if (typeof input !== 'object' || input === null) return '';
  const { prompt, text } = input as { prompt?: unknown; text?: unknown };
  // Sound effects have their words under another name.
  const given = prompt ?? text;
  return typeof given === 'string' ? given : '';
}
